import { createDestination } from './endpoints/destinations';
import type { Endpoint } from './endpoints/endpoint';
import { listForms } from './endpoints/forms';
import { getSubmission, listSubmissions } from './endpoints/submissions';
import { ServiceError } from './serviceError';

const ENDPOINTS: readonly Endpoint[] = [
	listForms,
	listSubmissions,
	getSubmission,
	createDestination,
];

type Route = { endpoint: Endpoint; pathParameters: string[] };

/** The endpoint for a method and a path as sent; throws the 404 or the 405. */
export function findRoute(method: string, path: string): Route {
	const segments = path.slice(1).split('/');
	const routes = ENDPOINTS.flatMap((endpoint) => {
		const pathParameters = matchPath(endpoint.path, segments);
		return pathParameters ? [{ endpoint, pathParameters }] : [];
	});
	if (routes.length === 0) throw new ServiceError('not_found', `There is nothing at ${path}`);

	const route = routes.find(({ endpoint }) => endpoint.method === method);
	if (route === undefined) {
		const allow = routes.map(({ endpoint }) => endpoint.method).join(', ');
		throw new ServiceError('method_not_allowed', `${method} is not allowed here`, { allow });
	}
	return route;
}

function matchPath(path: readonly string[], segments: readonly string[]): string[] | undefined {
	if (path.length !== segments.length) return undefined;
	const parameters: string[] = [];
	for (const [place, expected] of path.entries()) {
		const decoded = decodeOnce(segments[place] ?? '');
		if (expected.startsWith(':')) {
			if (!decoded) return undefined;
			parameters.push(decoded);
		} else if (decoded !== expected) return undefined;
	}
	return parameters;
}

function decodeOnce(segment: string): string | undefined {
	try {
		return decodeURIComponent(segment);
	} catch {
		return undefined;
	}
}
