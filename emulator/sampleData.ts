const NAMES = ['Bakery', 'Bäckerei', 'Panadería', '花屋', 'Bageri på Ærø', 'Книгарня'];
const TOPICS = ['Billing', 'Support', 'Feedback', 'Other'];
const MESSAGES = [
	'Hello, is the table still available on Friday?',
	'Grüße aus Köln! Bitte um Rückruf.',
	'Two lines,\nand a "quoted" word — with an emoji 🙂',
	'=1+1 looks like a formula, but is what I typed.',
];

/** Field values as people enter them: other alphabets, line breaks, lists, numbers, an empty field. */
export function sampleData(index: number): Record<string, unknown> {
	return {
		name: pick(NAMES, index),
		email: `person${index}@example.com`,
		message: pick(MESSAGES, index),
		topics: TOPICS.slice(0, index % (TOPICS.length + 1)),
		guests: index % 7,
		newsletter: index % 2 === 0,
		phone: '',
	};
}

function pick(values: readonly string[], index: number): string | undefined {
	return values[index % values.length];
}
