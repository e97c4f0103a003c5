import { forgetAll, remembered } from '../../../nodes/FormSubmissions/general/remembered';

describe('what a process remembers', () => {
	it('stays until everything is forgotten', () => {
		const names = remembered(() => new Set<string>());
		const times = remembered(() => new Map<string, number>());
		names().add('Ada');
		times().set('Ada', 1);

		expect([...names()]).toEqual(['Ada']);

		forgetAll();
		expect([names().size, times().size]).toEqual([0, 0]);
	});
});
