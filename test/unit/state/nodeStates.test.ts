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
	const contexts = new Map<string, PollContext>();
	/** All polls of a trigger share one context. */
	const poller = (nodeId: string, nodeName = nodeId) => {
		const context = contexts.get(nodeId) ?? pollContext(setup(nodeId, nodeName));
		contexts.set(nodeId, context);
		return context;
	};
	const save = () => {
		database = JSON.stringify(staticData);
		for (const { workflow } of contexts.values()) workflow.staticData.__dataChanged = false;
	};
	/** A poll that returned items; n8n discards them unless it saves the blob. */
	const poll = (nodeId: string, value: IDataObject) =>
		writePollState(poller(nodeId), value, WITH_ITEMS);
	return {
		poller,
		webhook: (nodeId: string) =>
			hookContext({ ...setup(nodeId, nodeId), kind: 'formSubmissionsTrigger' }),
		save,
		poll,
		pollAndSave(nodeId: string, value: IDataObject) {
			poll(nodeId, value);
			save();
		},
	};
}

/** A poll that n8n's durable scheduler runs, and what it returned. */
const DURABLE = { isDurable: true, isWithItems: true };
const WITH_ITEMS = { isWithItems: true };
const WITHOUT_ITEMS = { isWithItems: false };

function restart(): void {
	forgetAll();
}

/** What n8n has stored of the first trigger's polls. */
function storedOfFirst(): unknown {
	restart();
	return readPollState(publish().poller(FIRST));
}

describe('the state of a poll', () => {
	it('survives a restart of n8n', () => {
		publish().pollAndSave(FIRST, { at: 1 });

		expect(storedOfFirst()).toEqual({ at: 1 });
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
		writePollState(named.poller(FIRST, 'Poll'), { at: 1 }, WITH_ITEMS);
		named.save();
		const renamed = publish();
		const before = readPollState(renamed.poller(FIRST, 'Poll the form'));
		renamed.pollAndSave(FIRST, { at: 2 });
		restart();

		expect(before).toEqual({ at: 1 });
		expect(readPollState(publish().poller(FIRST, 'Poll'))).toEqual({ at: 2 });
	});

	it('is what this process wrote if n8n has not saved a poll that returned nothing', () => {
		const publication = publish();
		publication.pollAndSave(FIRST, { at: 1 });
		writePollState(publication.poller(FIRST), { at: 2 }, WITHOUT_ITEMS);

		publish().pollAndSave(SECOND, { at: 9 });

		expect(storedOfFirst()).toEqual({ at: 2 });
	});
});

describe('the state of a poll that n8n discarded', () => {
	/** The first trigger's last poll, whose outcome n8n has discarded; its publication is still there. */
	function discard() {
		const publication = publish();
		publication.poller(SECOND);
		publication.pollAndSave(FIRST, { at: 1 });
		publication.poll(FIRST, { at: 2 });
		return publication;
	}

	it('is not there for the next publication', () => {
		discard();

		expect(readPollState(publish().poller(FIRST))).toEqual({ at: 1 });
	});

	it.each<[string, (first: ReturnType<typeof publish>) => void]>([
		['a sibling that was published together with it', (first) => first.pollAndSave(SECOND, {})],
		['a sibling that was published later', () => publish().pollAndSave(SECOND, {})],
		[
			'a sibling, again and again',
			(first) => {
				for (const at of [1, 2]) first.pollAndSave(SECOND, { at });
				publish().pollAndSave(SECOND, { at: 3 });
			},
		],
		[
			'a webhook trigger that registers',
			() => {
				const publication = publish();
				writeHookState(publication.webhook(WEBHOOK), {});
				publication.save();
			},
		],
	])('is not saved by %s', (_who, save) => {
		save(discard());

		expect(storedOfFirst()).toEqual({ at: 1 });
	});

	it('does not count for a sibling once the trigger has been published again', () => {
		discard();
		const again = publish();
		const first = again.poller(FIRST);
		writePollState(first, { ...Object(readPollState(first)) }, WITHOUT_ITEMS);

		again.pollAndSave(SECOND, { at: 9 });

		expect(storedOfFirst()).toEqual({ at: 1 });
	});
});

describe('the state of a poll that n8n is still saving', () => {
	it('counts again once the next poll of the same publication begins', () => {
		const publication = publish();
		publication.poller(SECOND);
		publication.pollAndSave(FIRST, { at: 1 });
		publication.poll(FIRST, { at: 2 });
		publication.pollAndSave(SECOND, { at: 9 });

		const next = readPollState(publication.poller(FIRST));
		publication.pollAndSave(SECOND, { at: 10 });

		expect(next).toEqual({ at: 2 });
		expect(storedOfFirst()).toEqual({ at: 2 });
	});
});

describe('a stored state that is no state', () => {
	it.each(['damaged', 1, [[1]], {}, { nodeId: FIRST, counter: 1, value: 'damaged' }])(
		'(%j) is read as one that cannot be read, not as missing',
		(damaged) => {
			database = JSON.stringify({ global: { [`poll ${FIRST}`]: damaged } });

			expect(readPollState(publish().poller(FIRST))).toEqual({ unreadable: true });
		},
	);

	it('is missing if another node wrote it', () => {
		const ofAnother = { nodeId: SECOND, counter: 1, value: {} };
		database = JSON.stringify({ global: { [`poll ${FIRST}`]: ofAnother } });

		expect(readPollState(publish().poller(FIRST))).toBeUndefined();
	});
});

describe('a node whose ID is the name of an object method', () => {
	it('has no state before it has written one', () => {
		expect(readPollState(publish().poller('constructor'))).toBeUndefined();
	});
});

describe('the state of a poll as a durable cursor', () => {
	/** n8n prepares a plain copy of the cursor for each poll; of its own poll, it doesn't commit it. */
	function durable(nodeId: string, cursor: IDataObject, publication = publish()) {
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

		writePollState(context, { at: 1 }, DURABLE);

		expect(readPollState(durable(FIRST, structuredClone(cursor)).context)).toEqual({ at: 1 });
		expect(global).toEqual({});
	});

	it('is what n8n committed, not what was written and never committed', () => {
		const committed: IDataObject = {};
		writePollState(durable(FIRST, committed).context, { at: 1 }, DURABLE);
		writePollState(durable(FIRST, structuredClone(committed)).context, { at: 2 }, DURABLE);

		expect(readPollState(durable(FIRST, committed).context)).toEqual({ at: 1 });
	});

	it('of a starting point is kept although n8n does not commit the cursor of the poll on publishing', () => {
		const publication = publish();
		writePollState(durable(FIRST, {}, publication).context, { at: 1 }, WITHOUT_ITEMS);
		publication.save();

		expect(readPollState(durable(FIRST, {}).context)).toEqual({ at: 1 });
	});

	it('of a later starting point counts, until n8n commits the next cursor', () => {
		const cursor: IDataObject = {};
		writePollState(durable(FIRST, cursor).context, { at: 1 }, DURABLE);
		const publication = publish();
		writePollState(
			durable(FIRST, structuredClone(cursor), publication).context,
			{ at: 2 },
			WITHOUT_ITEMS,
		);
		publication.save();

		const next = durable(FIRST, cursor).context;
		const before = readPollState(next);
		writePollState(next, { at: 3 }, DURABLE);

		expect(before).toEqual({ at: 2 });
		expect(readPollState(durable(FIRST, cursor).context)).toEqual({ at: 3 });
	});

	it('is not saved by a sibling', () => {
		const cursor: IDataObject = {};
		writePollState(durable(FIRST, cursor).context, { at: 1 }, DURABLE);
		readPollState(durable(FIRST, cursor).context);
		publish().pollAndSave(SECOND, { at: 2 });
		restart();

		expect(readPollState(publish().poller(FIRST))).toBeUndefined();
	});

	it('is written nowhere else once n8n has committed one, even if the poll returns nothing', () => {
		const cursor: IDataObject = {};
		writePollState(durable(FIRST, cursor).context, { at: 1 }, DURABLE);
		const { context, global } = durable(FIRST, structuredClone(cursor));

		writePollState(context, { at: 2 }, DURABLE);

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
