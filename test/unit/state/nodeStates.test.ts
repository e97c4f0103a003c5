/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- not part of the published package */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import type { IDataObject } from 'n8n-workflow';

import { forgetAll } from '../../../nodes/FormSubmissions/general/remembered';
import {
	newest,
	nextEnvelope,
	readEnvelope,
	remember,
	readHookState,
	rememberStaticData,
	storeWithSiblings,
	type Envelope,
} from '../../../nodes/FormSubmissions/state/nodeStates';
import { pollContext } from '../../support/n8n';

const envelope = (counter: number, nodeId = 'a', value = {}): Envelope => ({
	nodeId,
	counter,
	value,
});

/** A node as n8n polls it; `global` is what it sees of its workflow's static data. */
function node(nodeId: string, global: IDataObject = {}, workflowId = 'workflow1') {
	const kind = 'formSubmissionsPollingTrigger' as const;
	return pollContext({ kind, parameters: {}, nodeId, workflowId, staticData: { global } });
}

afterEach(() => forgetAll());

describe('a copy of a state', () => {
	it.each([undefined, null])('is missing if there is %p', (stored) => {
		expect(readEnvelope(stored, 'a')).toBeUndefined();
	});

	it('is missing if another node wrote it', () => {
		expect(readEnvelope(envelope(3, 'b'), 'a')).toBeUndefined();
	});

	it.each(['damaged', 1, [[1]], {}, { ...envelope(3), value: 'damaged' }])(
		'that is %p cannot be read, but is there',
		(stored) => {
			expect(readEnvelope(stored, 'a')).toEqual(envelope(0, 'a', { unreadable: true }));
		},
	);
});

it('of two copies with the same counter, the first counts', () => {
	expect(newest(envelope(1, 'a', { at: 1 }), envelope(1))).toEqual(envelope(1, 'a', { at: 1 }));
});

describe('the static data held by siblings', () => {
	it('receives each newer state of a node, and keeps a newer one that it has', () => {
		const ofSibling: IDataObject = { a: envelope(3) };
		rememberStaticData(node('b', ofSibling));

		remember(node('a'), envelope(2));
		expect(ofSibling.a).toEqual(envelope(3));

		remember(node('a'), envelope(4));
		expect(ofSibling.a).toEqual(envelope(4));
	});

	it('excludes that of the node itself and of other workflows', () => {
		const own: IDataObject = {};
		const ofOther: IDataObject = {};
		rememberStaticData(node('a', own));
		rememberStaticData(node('b', ofOther, 'workflow2'));

		remember(node('a'), envelope(1));

		expect([own, ofOther]).toEqual([{}, {}]);
	});
});

describe('the next state of a node', () => {
	const nextCounter = (before: Envelope | undefined) => nextEnvelope(node('a'), before, {}).counter;

	it('has a counter above those of states that n8n did not save', () => {
		nextCounter(envelope(6));
		nextCounter(envelope(7));

		expect(nextCounter(envelope(6))).toBe(9);
	});

	it('has a counter above that of a state that was only read', () => {
		remember(node('a'), envelope(9));
		remember(node('a'), envelope(2));

		expect(nextCounter(envelope(2))).toBe(10);
	});

	it('is not saved by siblings before it is remembered', () => {
		nextCounter(undefined);
		const ofSibling: IDataObject = {};

		storeWithSiblings(node('b', ofSibling), envelope(1, 'b'));

		expect(readHookState(node('a'))).toBeUndefined();
		expect(ofSibling).toEqual({ b: envelope(1, 'b') });
	});
});

describe('what a process remembers of workflows that are not published', () => {
	const MANY = 1_000;

	const isRemembered = (workflowId: string) =>
		readHookState(node('a', {}, workflowId)) !== undefined;

	const rememberMany = () => {
		for (let n = 0; n < MANY; n++) remember(node('a', {}, `other${n}`), envelope(1));
	};

	const poll = (workflowId: string) => {
		const context = node('a', {}, workflowId);
		rememberStaticData(context);
		remember(context, envelope(1));
		return context;
	};

	it('covers a thousand; the least recently used is dropped', () => {
		rememberMany();
		remember(node('b', {}, 'other0'), envelope(1, 'b'));

		remember(node('a', {}, 'one more'), envelope(1));

		expect(['other0', 'other1', 'other2', 'one more'].map(isRemembered)).toEqual([
			true,
			false,
			true,
			true,
		]);
	});

	it('is dropped once n8n has released their static data, and not before', async () => {
		const held = poll('published');
		poll('released');

		await collectGarbage();
		rememberMany();

		expect(['published', 'released'].map(isRemembered)).toEqual([true, false]);
		expect(held.getWorkflow().id).toBe('published');
	});
});

/** Collects what nothing refers to; a weak reference holds its target until the present job ends. */
async function collectGarbage(): Promise<void> {
	setFlagsFromString('--expose-gc');
	const collect = runInNewContext('gc') as () => void;
	await new Promise(setImmediate);
	collect();
}
