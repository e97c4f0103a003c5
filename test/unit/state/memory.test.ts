import type { IDataObject } from 'n8n-workflow';

import {
	forgetStates,
	nextCounter,
	remember,
	rememberedState,
	rememberedStates,
	rememberStaticData,
} from '../../../nodes/FormSubmissions/state/memory';

const state = (nodeId: string, counter = 1) => ({ nodeId, counter, value: {} });
const nodesOf = (workflowId: string) => rememberedStates(workflowId).map(({ nodeId }) => nodeId);

afterEach(() => forgetStates());

describe('what a process remembers', () => {
	it('is nothing about a workflow for which it has written and read nothing', () => {
		expect(rememberedStates('w1')).toEqual([]);
		expect(rememberedState('w1', 'a')).toBeUndefined();
	});

	it('is the last state of each node in a workflow', () => {
		remember('w1', state('a'));
		remember('w1', state('b'));
		remember('w1', state('a', 2));

		expect(rememberedStates('w1')).toEqual([state('a', 2), state('b')]);
		expect(rememberedState('w1', 'a')).toEqual(state('a', 2));
	});

	it('is separate for each workflow', () => {
		remember('w1', state('a'));
		remember('w2', state('b'));

		expect(nodesOf('w1')).toEqual(['a']);
		expect(nodesOf('w2')).toEqual(['b']);
	});

	it('covers a thousand workflows; the least recently used is dropped', () => {
		for (let n = 0; n < 1_000; n++) remember(`w${n}`, state('a'));
		remember('w0', state('b'));
		expect(nodesOf('w1')).toEqual(['a']);

		remember('one more', state('a'));

		expect(nodesOf('w0')).toEqual(['a', 'b']);
		expect(nodesOf('w1')).toEqual([]);
		expect(nodesOf('w2')).toEqual(['a']);
		expect(nodesOf('one more')).toEqual(['a']);
	});

	it('is gone after a restart', () => {
		remember('w1', state('a'));
		forgetStates();

		expect(nodesOf('w1')).toEqual([]);
	});
});

describe('the static data held by siblings', () => {
	it('receives each newer state of a node, and keeps a newer one that it has', () => {
		const ofSibling: IDataObject = { a: state('a', 3) };
		rememberStaticData('w1', 'b', ofSibling);

		remember('w1', state('a', 2));
		expect(ofSibling.a).toEqual(state('a', 3));

		remember('w1', state('a', 4));
		expect(ofSibling.a).toEqual(state('a', 4));
	});

	it('excludes that of the node itself and of other workflows', () => {
		const own: IDataObject = {};
		const ofOther: IDataObject = {};
		rememberStaticData('w1', 'a', own);
		rememberStaticData('w2', 'b', ofOther);

		remember('w1', state('a'));

		expect([own, ofOther]).toEqual([{}, {}]);
	});
});

describe('the counter of the next state', () => {
	it('is one if there is no previous state', () => {
		expect(nextCounter('w1', 'a', undefined)).toBe(1);
	});

	it('is above that of the previous state', () => {
		expect(nextCounter('w1', 'a', state('a', 6))).toBe(7);
	});

	it('is above those of states that n8n did not save', () => {
		nextCounter('w1', 'a', state('a', 6));
		nextCounter('w1', 'a', state('a', 7));

		expect(nextCounter('w1', 'a', state('a', 6))).toBe(9);
	});

	it('is above that of a state that was only read', () => {
		remember('w1', state('a', 9));
		remember('w1', state('a', 2));

		expect(nextCounter('w1', 'a', state('a', 2))).toBe(10);
	});

	it('does not make siblings save a state', () => {
		nextCounter('w1', 'a', undefined);

		expect(rememberedStates('w1')).toEqual([]);
	});
});
