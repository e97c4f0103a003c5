import { ObservableObject, type IDataObject, type ITriggerFunctions } from 'n8n-workflow';

import { forgetAll } from '../../../nodes/FormSubmissions/general/processMemory';
import { isSaved, readState, writeState } from '../../../nodes/FormSubmissions/state/nodeStates';
import { triggerContext } from '../../support/n8n';

const FIRST = 'node-first';
const SECOND = 'node-second';

/** What n8n stores: one blob per workflow, written as a whole. */
let database = '{}';

beforeEach(() => (database = '{}'));

afterEach(forgetAll);

/** A publication: n8n gives it its own copy of the blob, and saves all of that copy. */
function publish() {
	const staticData = ObservableObject.create(JSON.parse(database) as IDataObject);
	const trigger = (nodeId: string): ITriggerFunctions =>
		triggerContext(
			{ kind: 'formSubmissionsTrigger', parameters: {}, nodeId, nodeName: nodeId, staticData },
			{ emit: () => {}, saveFailedExecution: () => {} },
		);
	return {
		read: (nodeId: string, kind: 'list' | 'webhook' = 'list') => readState(trigger(nodeId), kind),
		write(nodeId: string, value: IDataObject, kind: 'list' | 'webhook' = 'list') {
			writeState(trigger(nodeId), kind, value);
			database = JSON.stringify(staticData);
		},
	};
}

/** What n8n has stored of a trigger: what counts after a restart. */
function stored(nodeId: string): unknown {
	forgetAll();
	return publish().read(nodeId);
}

/**
 * This process has the leadership again: it remembers what it does before, and reads what another, which has written
 * twice since, has saved.
 */
function savedByAnother(before: () => void): void {
	publish().write(FIRST, { at: 1 });
	const own = database;
	forgetAll();
	for (const at of [2, 3]) publish().write(FIRST, { at });
	const saved = database;
	database = own;
	forgetAll();
	before();
	database = saved;
}

describe('the state of a trigger', () => {
	it('is the newest that this process wrote, whichever sibling saved last', () => {
		const early = publish();
		const late = publish();
		for (const at of [1, 2, 3]) {
			late.write(SECOND, { at });
			early.write(FIRST, { at });
		}

		expect([stored(FIRST), stored(SECOND)]).toEqual([{ at: 3 }, { at: 3 }]);
	});

	it('is what another process has saved since, whatever this one remembers', () => {
		savedByAnother(() => {
			expect(publish().read(FIRST)).toEqual({ at: 1 });
			publish().write(SECOND, { at: 1 });
		});

		publish().write(SECOND, { at: 2 });
		expect(stored(FIRST)).toEqual({ at: 3 });
	});

	it('stays what another process has saved since when a sibling writes', () => {
		savedByAnother(() => publish().write(FIRST, { at: 2 }));

		publish().write(SECOND, { at: 1 });
		expect(stored(FIRST)).toEqual({ at: 3 });
	});

	it('is what this process has written, where another has saved as often', () => {
		publish().write(FIRST, { by: 'other' });
		const saved = database;
		database = '{}';
		forgetAll();
		publish().write(FIRST, { by: 'this' });
		database = saved;

		expect(publish().read(FIRST)).toEqual({ by: 'this' });
	});

	it('is known to this process before n8n has saved it', () => {
		publish().write(FIRST, { at: 1 });
		database = '{}';

		expect(publish().read(FIRST)).toEqual({ at: 1 });
	});

	it('stands apart from what the node registered', () => {
		publish().write(FIRST, { registrations: [] }, 'webhook');
		publish().write(FIRST, { at: 1 });

		expect(publish().read(FIRST, 'webhook')).toEqual({ registrations: [] });
	});

	it('is missing if another node wrote it', () => {
		const ofAnother = { nodeId: SECOND, counter: 1, value: {} };
		database = JSON.stringify({ global: { [`list ${FIRST}`]: ofAnother } });

		expect(publish().read(FIRST)).toBeUndefined();
	});

	it.each(['damaged', {}, { nodeId: FIRST, counter: 1, value: 'damaged' }])(
		'that is none (%j) is read as one that cannot be read, not as missing',
		(damaged) => {
			database = JSON.stringify({ global: { [`list ${FIRST}`]: damaged } });

			expect(publish().read(FIRST)).toEqual({ unreadable: true });
		},
	);
});

describe('what n8n has saved', () => {
	it.each<[unknown, boolean]>([
		[{ workflow: { staticData: { __dataChanged: true } } }, false],
		[{ workflow: { staticData: { __dataChanged: false } } }, true],
		[{ workflow: {} }, true],
		[{}, true],
	])('%j: %p', (context, saved) => {
		expect(isSaved(context as object)).toBe(saved);
	});
});
