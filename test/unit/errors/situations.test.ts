import {
	isLasting,
	sentencesOf,
	TEXTS,
	whatBecomes,
	type Situation,
	type Values,
} from '../../../nodes/FormSubmissions/errors/situations';

const SITUATIONS = Object.keys(TEXTS) as Situation[];

const ALL: Values = {
	status: 418,
	id: 'frm_1',
	name: 'Contact',
	forms: '"Contact", "Jobs"',
	baseUrl: 'https://api.example.com',
	location: 'https://else.test',
	retryAfterMs: 20_000,
};

const adviceOf = (situation: Situation, values: Values) => sentencesOf(situation, values)[1];

describe('whatever goes wrong, the text', () => {
	it.each<[string, Values]>([
		['nothing is known of it', { id: 'frm_1', status: 418 }],
		['all is', ALL],
		['a trigger goes on', { ...ALL, goesOn: true }],
		['a model reads it', { ...ALL, isForModel: true }],
	])('has what happened, and what to do, in whole sentences if %s', (_what, values) => {
		for (const situation of SITUATIONS) {
			for (const text of sentencesOf(situation, values)) {
				expect(text).toMatch(/^(n8n|[A-Z]).*\.$/);
				expect(text).not.toMatch(/undefined|NaN| {2}/);
			}
		}
	});

	it('asks nobody to try again what a trigger tries again by itself', () => {
		const goesOn = SITUATIONS.filter((situation) => whatBecomes(situation, { goesOn: true }));

		const asking = goesOn.filter((situation) =>
			/try(ing)? again/i.test(adviceOf(situation, { ...ALL, goesOn: true })),
		);

		expect(goesOn.length).toBeGreaterThan(20);
		expect(asking).toEqual([]);
	});

	it.each<[number | undefined, string]>([
		[undefined, '60 seconds'],
		[20_000, '20 seconds'],
		[1_001, '2 seconds'],
		[400, '1 second'],
		[0, '1 second'],
	])('of a rate limit says how long it lasts (%s ms: %s)', (retryAfterMs, shown) => {
		expect(adviceOf('rateLimited', { retryAfterMs })).toContain(`Try again in ${shown}.`);
	});

	it('says that nothing is lost only where a trigger goes on, and all comes by itself', () => {
		expect(whatBecomes('serviceDown', { goesOn: true })).toMatch(/runs by itself afterward/);
		expect(whatBecomes('serviceDown', {})).toBeUndefined();
		expect(whatBecomes('noSuchForm', { goesOn: true })).toBeUndefined();
	});
});

it('only what lasts needs a person, and nothing that is no situation', () => {
	expect(SITUATIONS.filter(isLasting)).toEqual(
		expect.arrayContaining(['keyRefused', 'noSuchForm', 'tooLarge']),
	);
	expect(['serviceDown', 'rateLimited', 'noList', ''].filter(isLasting)).toEqual([]);
});
