import type { PollContext } from 'n8n-core';
import type { IDataObject } from 'n8n-workflow';
import { ObservableObject } from 'n8n-workflow';

import { forgetAll } from '../../../nodes/FormSubmissions/general/remembered';
import {
	readHookState,
	readPollState,
	writeHookState,
	writePollState,
} from '../../../nodes/FormSubmissions/state/nodeStates';
import { hookContext, pollContext } from '../../support/n8n';

const FIRST = 'node-first';
const SECOND = 'node-second';
const WEBHOOK = 'node-webhook';

/** What n8n stores in its database: one blob per workflow, written as a whole. */
let database: string;

beforeEach(() => {
	database = '{}';
});

afterEach(() => forgetAll());

/** A publication: n8n gives it its own copy of the blob, and saves all of that copy. */
function publish(workflowId?: string) {
	const staticData = ObservableObject.create(JSON.parse(database) as IDataObject);
	const setup = (nodeId: string, nodeName: string) => ({
		kind: 'formSubmissionsPollingTrigger' as const,
		parameters: {},
		nodeId,
		nodeName,
		staticData,
		workflowId,
	});
	const poller = (nodeId: string, nodeName = nodeId) => pollContext(setup(nodeId, nodeName));
	const save = () => {
		database = JSON.stringify(staticData);
	};
	return {
		poller,
		webhook: (nodeId: string) =>
			hookContext({ ...setup(nodeId, nodeId), kind: 'formSubmissionsTrigger' }),
		save,
		pollAndSave(nodeId: string, value: IDataObject) {
			writePollState(poller(nodeId), value);
			save();
		},
	};
}

/** A poll that n8n's durable scheduler runs: n8n allows it less time, and discards a late outcome. */
function scheduled(context: PollContext, budgetMs = 60_000): PollContext {
	return Object.assign(context, { getPollBudgetMs: () => budgetMs });
}

function restart(): void {
	forgetAll();
}

describe('the state of a poll', () => {
	it('survives a restart of n8n', () => {
		publish().pollAndSave(FIRST, { at: 1 });
		restart();

		expect(readPollState(publish().poller(FIRST))).toEqual({ at: 1 });
	});

	it('is the newest that this process wrote, whichever sibling saved last', () => {
		const early = publish();
		const late = publish();
		for (const at of [1, 2, 3]) {
			late.pollAndSave(SECOND, { at });
			early.pollAndSave(FIRST, { at });
		}
		restart();

		expect(readPollState(publish().poller(SECOND))).toEqual({ at: 3 });
		expect(readPollState(publish().poller(FIRST))).toEqual({ at: 3 });
	});

	it('stays with the node when it is renamed and renamed back', () => {
		const named = publish();
		writePollState(named.poller(FIRST, 'Poll'), { at: 1 });
		named.save();
		const renamed = publish();
		const before = readPollState(renamed.poller(FIRST, 'Poll the form'));
		writePollState(renamed.poller(FIRST, 'Poll the form'), { at: 2 });
		renamed.save();
		restart();

		expect(before).toEqual({ at: 1 });
		expect(readPollState(publish().poller(FIRST, 'Poll'))).toEqual({ at: 2 });
	});

	it('is what n8n stored if n8n discarded the outcome of a poll', () => {
		const publication = publish();
		publication.pollAndSave(FIRST, { at: 1 });
		writePollState(publication.poller(FIRST), { at: 2 });

		expect(readPollState(publish().poller(FIRST))).toEqual({ at: 1 });
	});

	it('is stored with the ID of the node, and a counter that grows', () => {
		const publication = publish();
		writePollState(publication.poller(FIRST), { at: 1 });
		writePollState(publication.poller(FIRST), { at: 2 });
		publication.save();

		const stored = { nodeId: FIRST, counter: 2, value: { at: 2 } };
		expect(JSON.parse(database)).toMatchObject({ global: { [FIRST]: stored } });
	});
});

describe('what a sibling saves of a poll', () => {
	/** A poll with the given time budget (milliseconds); its publication is never saved. */
	function pollAllowed(budgetMs: number): void {
		writePollState(scheduled(publish().poller(FIRST), budgetMs), { at: 1 });
	}

	function savedBySibling(): unknown {
		publish().pollAndSave(SECOND, { at: 2 });
		restart();
		return readPollState(publish().poller(FIRST));
	}

	it.each([45_000, 300_000, 480_000])(
		'is what was written by a poll that has %i ms',
		(budgetMs) => {
			pollAllowed(budgetMs);

			expect(savedBySibling()).toEqual({ at: 1 });
		},
	);

	it('is what was written if n8n does not say how long a poll may take', () => {
		const context = publish().poller(FIRST);
		Object.assign(context, { getPollBudgetMs: undefined });
		writePollState(context, { at: 1 });

		expect(savedBySibling()).toEqual({ at: 1 });
	});

	it('is what it was written anew with, even if n8n discarded a later poll', () => {
		const publication = publish();
		publication.pollAndSave(FIRST, { at: 1 });
		writePollState(publication.poller(FIRST), { at: 2 });
		const again = publish();
		const first = again.poller(FIRST);
		writePollState(first, { ...Object(readPollState(first)) });

		again.pollAndSave(SECOND, { at: 2 });
		restart();

		expect(readPollState(publish().poller(FIRST))).toEqual({ at: 1 });
	});

	it('is nothing older than what n8n has', () => {
		publish().pollAndSave(FIRST, { at: 1 });
		const late = publish();
		writePollState(scheduled(late.poller(FIRST)), { at: 2 });

		late.pollAndSave(SECOND, { at: 2 });
		restart();

		expect(readPollState(publish().poller(FIRST))).toEqual({ at: 2 });
	});
});

describe('a stored state that is no state', () => {
	it.each(['damaged', 1, [[1]], {}, { nodeId: FIRST, counter: 1, value: 'damaged' }])(
		'(%j) is read as one that cannot be read, not as missing',
		(damaged) => {
			database = JSON.stringify({ global: { [FIRST]: damaged } });

			expect(readPollState(publish().poller(FIRST))).toEqual({ unreadable: true });
		},
	);

	it('is missing if another node wrote it', () => {
		const ofAnother = { nodeId: SECOND, counter: 1, value: {} };
		database = JSON.stringify({ global: { [FIRST]: ofAnother } });

		expect(readPollState(publish().poller(FIRST))).toBeUndefined();
	});
});

describe('a node whose ID is the name of an object method', () => {
	it('has no state before it has written one', () => {
		expect(readPollState(publish().poller('constructor'))).toBeUndefined();
	});
});

describe('the state of a poll as a durable cursor', () => {
	/** n8n prepares a plain copy of the cursor for the poll, and commits it with the execution. */
	function durable(nodeId: string, cursor: IDataObject, publication = publish()) {
		const { context, global } = ownPoll(nodeId, cursor, publication);
		return { context: scheduled(context), global };
	}

	/** Of the poll that n8n itself runs, it doesn't commit the cursor. */
	function ownPoll(nodeId: string, cursor: IDataObject, publication = publish()) {
		const context = publication.poller(nodeId);
		const global = context.getWorkflowStaticData('global');
		context.getWorkflowStaticData = (type: string) => (type === 'node' ? cursor : global);
		return { context, global };
	}

	it('is missing before the first poll', () => {
		expect(readPollState(durable(FIRST, {}).context)).toBeUndefined();
	});

	it('is written into the cursor and nowhere else', () => {
		const cursor: IDataObject = {};
		const { context, global } = durable(FIRST, cursor);

		writePollState(context, { at: 1 });

		expect(readPollState(durable(FIRST, structuredClone(cursor)).context)).toEqual({ at: 1 });
		expect(global).toEqual({});
	});

	it('is what n8n committed, not what was written and never committed', () => {
		const committed: IDataObject = {};
		writePollState(durable(FIRST, committed).context, { at: 1 });
		writePollState(durable(FIRST, structuredClone(committed)).context, { at: 2 });

		expect(readPollState(durable(FIRST, committed).context)).toEqual({ at: 1 });
	});

	it('of a starting point is kept although n8n does not commit the cursor of the poll on publishing', () => {
		const publication = publish();
		writePollState(ownPoll(FIRST, {}, publication).context, { at: 1 });
		publication.save();

		expect(readPollState(durable(FIRST, {}).context)).toEqual({ at: 1 });
	});

	it('of a later starting point counts, until n8n commits the next cursor', () => {
		const cursor: IDataObject = {};
		writePollState(durable(FIRST, cursor).context, { at: 1 });
		const publication = publish();
		writePollState(ownPoll(FIRST, structuredClone(cursor), publication).context, { at: 2 });
		publication.save();

		const next = durable(FIRST, cursor).context;
		const before = readPollState(next);
		writePollState(next, { at: 3 });

		expect(before).toEqual({ at: 2 });
		expect(readPollState(durable(FIRST, cursor).context)).toEqual({ at: 3 });
	});

	it('is not saved by a sibling', () => {
		const cursor: IDataObject = {};
		writePollState(durable(FIRST, cursor).context, { at: 1 });
		readPollState(durable(FIRST, cursor).context);
		publish().pollAndSave(SECOND, { at: 2 });
		restart();

		expect(readPollState(publish().poller(FIRST))).toBeUndefined();
	});

	it('is written nowhere else once n8n has committed one, even if the poll returns nothing', () => {
		const cursor: IDataObject = {};
		writePollState(durable(FIRST, cursor).context, { at: 1 });
		const { context, global } = durable(FIRST, structuredClone(cursor));

		writePollState(context, { at: 2 });

		expect(global).toEqual({});
	});

	it('begins with what was stored before durable cursors were enabled', () => {
		publish().pollAndSave(FIRST, { at: 1 });

		expect(readPollState(durable(FIRST, {}).context)).toEqual({ at: 1 });
	});
});

describe('the state of a webhook trigger', () => {
	it('survives the save of a polling trigger whose copy of the blob is older', () => {
		const polling = publish();
		const webhook = publish();
		writeHookState(webhook.webhook(WEBHOOK), { registrations: ['one'] });
		webhook.save();

		polling.pollAndSave(FIRST, { at: 1 });
		restart();

		expect(readHookState(publish().webhook(WEBHOOK))).toEqual({ registrations: ['one'] });
	});

	it('is known to this process before n8n has saved it', () => {
		writeHookState(publish().webhook(WEBHOOK), { registrations: ['one'] });

		expect(readHookState(publish().webhook(WEBHOOK))).toEqual({ registrations: ['one'] });
	});

	it('is the newer of what n8n has saved and what this process wrote', () => {
		const early = publish();
		writeHookState(early.webhook(WEBHOOK), { at: 1 });
		const late = publish();
		writeHookState(late.webhook(WEBHOOK), { at: 2 });
		late.save();
		restart();
		readHookState(early.webhook(WEBHOOK));
		writeHookState(early.webhook('another'), { at: 9 });

		expect(readHookState(publish().webhook(WEBHOOK))).toEqual({ at: 2 });
	});

	it('is missing before anything was stored', () => {
		expect(readHookState(publish().webhook(WEBHOOK))).toBeUndefined();
	});
});
