import {
	forgetStates,
	remember,
	rememberedStates,
} from '../../../nodes/FormSubmissions/state/memory';

const state = (nodeId: string, counter = 1) => ({ nodeId, counter, value: {} });
const nodesOf = (workflowId: string) => [...rememberedStates(workflowId).keys()];

afterEach(() => forgetStates());

describe('what a process remembers', () => {
	it('is nothing of a workflow of which it has written and read nothing', () => {
		expect(rememberedStates('w1')).toEqual(new Map());
	});

	it('is the last state of each node of a workflow', () => {
		remember('w1', state('a'));
		remember('w1', state('b'));
		remember('w1', state('a', 2));

		expect(rememberedStates('w1')).toEqual(
			new Map([
				['a', state('a', 2)],
				['b', state('b')],
			]),
		);
	});

	it('is kept apart for each workflow', () => {
		remember('w1', state('a'));
		remember('w2', state('b'));

		expect(nodesOf('w1')).toEqual(['a']);
		expect(nodesOf('w2')).toEqual(['b']);
	});

	it('is a thousand workflows, without the one unused for longest', () => {
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
