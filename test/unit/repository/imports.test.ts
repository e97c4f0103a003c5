/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { readFileSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';

import { filesBelow } from '../../../sandbox/filesBelow';
import { PROJECT } from '../../../sandbox/paths';

/** Each room of the package, and from which others it takes something. */
const MAY_TAKE_FROM: Record<string, string[]> = {
	credentials: ['errors', 'api/urls'],
	node: ['actions', 'methods', 'parameters', 'polling', 'webhook'],
	actions: ['actions', 'api', 'errors', 'parameters', 'rows'],
	webhook: ['webhook', 'api', 'api/urls', 'errors', 'parameters', 'rows', 'state'],
	polling: ['polling', 'api', 'errors', 'parameters', 'rows', 'state'],
	methods: ['methods', 'api', 'errors', 'parameters'],
	parameters: ['parameters', 'api', 'errors'],
	rows: ['rows', 'api'],
	state: ['state', 'api'],
	api: ['api', 'api/transport', 'api/urls', 'errors'],
	'api/transport': ['api/transport', 'api', 'errors'],
	'api/urls': ['api/urls', 'api', 'errors'],
	errors: ['errors', 'api', 'api/transport'],
};

type Import = { file: string; from: string; isOfTypes: boolean };

const NODES = 'nodes/FormSubmissions/';

const imports = ['nodes', 'credentials']
	.flatMap((folder) => filesBelow(join(PROJECT, folder)))
	.filter((file) => file.endsWith('.ts'))
	.flatMap(importsOf);

function importsOf(path: string): Import[] {
	const file = relative(PROJECT, path).split(sep).join('/');
	const found = readFileSync(path, 'utf8').matchAll(
		/^(?:import|export)\s+(type\s)?[^;]*?from '([^']+)';/gm,
	);
	return [...found].map(([, type, from = '']) => ({
		file,
		from: from.startsWith('.') ? posix.join(posix.dirname(file), from) : from,
		isOfTypes: type !== undefined,
	}));
}

function roomOf(path: string): string {
	if (path.startsWith('credentials/')) return 'credentials';
	const [room = '', inner, innermost] = path.replace(NODES, '').split('/');
	if (inner === undefined) return 'node';
	return room === 'api' && innermost !== undefined ? `${room}/${inner}` : room;
}

function isAllowed({ file, from }: Import): boolean {
	if (!from.startsWith(NODES)) return false;
	const taken = from.replace(NODES, '');
	// The list of operations is the folder's own index.
	const target = taken === 'actions' ? 'actions' : roomOf(from);
	return MAY_TAKE_FROM[roomOf(file)]?.includes(target) === true;
}

const asText = ({ file, from }: Import) => `${file} takes from ${from}`;
const isOfProject = ({ from }: Import) =>
	/^(nodes|credentials|emulator|test|sandbox|scripts|bench)\b/.test(from);

describe('what is published', () => {
	it('takes nothing from outside but its host and the cryptography of Node', () => {
		const outside = imports.filter((one) => !isOfProject(one)).map(({ from }) => from);

		expect([...new Set(outside)].sort()).toEqual(['crypto', 'n8n-workflow']);
	});

	it('imports one way: nodes, then actions and triggers, then parameters, rows and state, then the API', () => {
		const wrong = imports.filter(isOfProject).filter((one) => !isAllowed(one));

		expect(wrong.map(asText)).toEqual([]);
	});

	it.each([
		'rows/cells.ts',
		'rows/columns.ts',
		'rows/deliveryRow.ts',
		'rows/formulas.ts',
		'rows/rowShape.ts',
		'rows/submissionRow.ts',
		'api/transport/headers.ts',
		'api/urls/hostScope.ts',
		'api/transport/rateLimitReset.ts',
		'api/transport/retry.ts',
		'polling/advance.ts',
		'api/transport/answer.ts',
		'api/transport/demand.ts',
		'api/transport/pollShare.ts',
		'api/transport/rateBudget.ts',
		'api/transport/serviceClock.ts',
		'errors/classification.ts',
		'errors/failure.ts',
		'errors/redaction.ts',
		'errors/texts.ts',
		'polling/checkpoint.ts',
		'polling/knownIds.ts',
		'polling/raiseFloor.ts',
		'polling/walk.ts',
		'state/envelope.ts',
		'webhook/publicUrl.ts',
		'webhook/signature.ts',
	])('takes nothing of n8n but types into %s, which has no side effects', (name) => {
		const taken = imports.filter(
			({ file, from, isOfTypes }) => file === NODES + name && from === 'n8n-workflow' && !isOfTypes,
		);

		expect(filesBelow(join(PROJECT, NODES, name))).toHaveLength(1);
		expect(taken).toEqual([]);
	});

	it('sends requests from one place', () => {
		const senders = filesBelow(join(PROJECT, NODES)).filter((file) =>
			/helpers\.(httpRequest|request)/.test(readFileSync(file, 'utf8')),
		);

		expect(senders.map((file) => relative(join(PROJECT, NODES), file))).toEqual([
			join('api', 'transport', 'request.ts'),
		]);
	});
});
