import { buildDelivery, deliver, type Delivery, type DeliveryOverrides } from './delivery';
import type { EndpointOptions } from './endpoints/endpoint';
import { createFaults } from './faults';
import { createIds } from './ids';
import { createKeys } from './keys';
import { createProtocol, splitUrl } from './protocol';
import { createRateLimit, type RateLimitOptions } from './rateLimit';
import { createSeeding, type SubmissionSeed } from './seeding';
import { createStore, type BrokenRow } from './store';
import type { Answer, AnswerHook, Destination, EmulatorRequest, Submission } from './types';

export type ServiceOptions = EndpointOptions &
	RateLimitOptions & {
		/** Milliseconds since the epoch. Default: `Date.now`, looked up late, so a fake clock works. */
		now?: () => number;
		/** Default true. */
		keepRequests?: boolean;
	};

type LoggedRequest = Omit<EmulatorRequest, 'url'> & {
	/** As sent, still percent-encoded. */
	path: string;
	query: Record<string, string>;
	/** The status that was sent or, if none was, what happened instead. */
	status: number | 'reset' | 'hang' | 'cut';
	atMs: number;
};

function logRequest(request: EmulatorRequest, answer: Answer, atMs: number): LoggedRequest {
	const { url, ...rest } = request;
	const { path, search } = splitUrl(url);
	const query = Object.fromEntries(new URLSearchParams(search));
	const status = answer.kind === 'response' ? answer.status : answer.kind;
	return { ...rest, path, query, status, atMs };
}

/** How many there are in this process. */
let created = 0;

export function createService(given: ServiceOptions = {}) {
	const options = { ...given };
	const now = options.now ?? (() => Date.now());
	// No two of a process share a key, so what is remembered of one key is not met by another test.
	const ids = createIds(`emulator ${++created}`);
	const store = createStore();
	const keys = createKeys(ids);
	const faults = createFaults();
	const rateLimit = createRateLimit(options, now);
	const seeding = createSeeding({ store, ids, now });
	const requests: LoggedRequest[] = [];
	const { keepRequests = true } = options;
	let onAnswer: AnswerHook | undefined;
	let tooManyRequests = 0;
	const respond = createProtocol(options, { store, keys, rateLimit, faults, now });

	function handle(request: EmulatorRequest): Answer {
		const answer = respond(request);
		const sent = onAnswer ? onAnswer(request, answer) : answer;
		if (sent.kind === 'response' && sent.status === 429) tooManyRequests += 1;
		if (keepRequests) requests.push(logRequest(request, sent, now()));
		return sent;
	}

	function destinations(formId?: string): Destination[] {
		const all = [...store.destinations.values()];
		return all.filter((one) => formId === undefined || one.formId === formId);
	}

	function build(
		submission: Submission,
		destination: Pick<Destination, 'url' | 'secret'>,
		overrides?: DeliveryOverrides,
	): Delivery {
		const form = store.forms.get(submission.formId);
		if (form === undefined) throw new Error(`There is no form ${submission.formId}`);
		return buildDelivery(submission, destination, form, { timestamp: now(), ...overrides });
	}

	return {
		...seeding,
		handle,
		/** Returns the key. Without scopes, it is a read key. */
		addKey: keys.add,
		revokeKey: keys.revoke,
		/** Registers a destination as the dashboard does: without a key and without checking its URL. */
		addDestination: store.addDestination,
		destinations,
		/** Someone deletes it in the dashboard: nothing is delivered to it any more. */
		removeDestination(id: string): void {
			if (!store.destinations.delete(id)) throw new Error(`There is no destination ${id}`);
		},
		buildDelivery: build,
		/** POSTs a delivery over the network. */
		deliver,
		/** A person submits a form: stores the submission and delivers it to each destination. */
		async submit(
			formId: string,
			data?: Record<string, unknown>,
			seed?: Omit<SubmissionSeed, 'formId' | 'data'>,
		) {
			const submission = seeding.addSubmission({ ...seed, formId, data });
			const deliveries = destinations(formId).map((one) => build(submission, one));
			return { submission, results: await Promise.all(deliveries.map(deliver)) };
		},
		failNext: faults.failNext,
		assertNoUnusedFaults(): void {
			const unused = faults.unused();
			if (unused.length > 0)
				throw new Error(`Scripted faults that no request met: ${unused.join(', ')}`);
		},
		clearFaults: faults.clear,
		/** Makes every page that contains the submission unreadable. */
		breakRow(submissionId: string, how: BrokenRow = 'status500'): void {
			store.brokenRows.set(submissionId, how);
		},
		mendRows: () => store.brokenRows.clear(),
		/** From now on, refuses all cursors that it has issued so far. */
		refuseCursors(status = 410): void {
			store.refusedCursors = { issuedUntilMs: now(), status };
		},
		/** From now on, behaves otherwise where the specification is silent. */
		change(changes: Partial<EndpointOptions>): void {
			Object.assign(options, changes);
		},
		/** Sees, and may replace, every response just before it is sent; `undefined` removes the hook. */
		onAnswer(hook: AnswerHook | undefined): void {
			onAnswer = hook;
		},
		requests,
		clearRequests(): void {
			requests.length = 0;
		},
		/** How many 429 responses have been sent, including scripted ones. */
		tooManyRequestsCount: () => tooManyRequests,
	};
}
