import config from './stryker.config.mjs';

/** Those without n8n, clock, or network. */
const RULES = [
	'watching/readingRules',
	'trigger/listening/nextStep',
	'trigger/listening/outbox',
	'trigger/listening/rings',
];

process.env.TESTS ??= [...RULES, 'watching/checkpoint']
	.flatMap((rules) => [`test/unit/${rules}.test.ts`, `test/unit/${rules}.property.test.ts`])
	.join();

/** What the tests of the rules miss is known, and has a reason: see the README. */
export default {
	...config,
	mutate: RULES.map((rules) => `nodes/FormSubmissions/${rules}.ts`),
	thresholds: { high: 100, low: 95, break: 95 },
};
