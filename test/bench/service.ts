/* eslint-disable @n8n/community-nodes/no-restricted-globals -- not part of the published package */
import { createEmulator } from '../emulator';

/** A service with so many submissions in a process of its own, whose processor time counts for nothing. */
async function main(): Promise<void> {
	const emulator = createEmulator({ keepRequests: false, limitPerWindow: 1_000_000 });
	const formId = emulator.addForm({ name: 'Survey' }).id;
	emulator.addSubmissions(formId, Number(process.argv[2]), { data: answersOf });
	process.send?.({ baseUrl: await emulator.listen(), apiKey: emulator.addKey(), formId });
	process.on('disconnect', () => process.exit());
}

/** What people answer to a form of some length, with a group, a list, and what is left empty. */
function answersOf(index: number): Record<string, unknown> {
	const isFilledIn = (field: number) => (index >> (field % 8)) % 2 === 0;
	const texts = Array.from({ length: 12 }, (_, field) => field).filter(isFilledIn);
	return {
		'Full name': { first: `First ${index % 997}`, last: `Last ${index % 1_009}` },
		Email: `visitor${index}@example.com`,
		Topics: ['Billing', 'Support', 'Sales'].slice(index % 3),
		Rating: index % 6,
		...Object.fromEntries(texts.map((field) => [`Question ${field}`, `Answer ${index % 89}`])),
	};
}

void main();
