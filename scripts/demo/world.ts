import { createEmulator, READ_SCOPES, WRITE_SCOPE } from '../../test/emulator';

/** The service at the start of the demo: forms, submissions, a key with write permission. */
export type World = Awaited<ReturnType<typeof createWorld>>;

export async function createWorld() {
	const emulator = createEmulator({
		// Without this, it refuses destinations on this machine, as the real service does.
		allowPrivateDestinations: true,
		keepRequests: false,
	});
	const contact = emulator.addForm({ name: 'Contact' });
	const others = [
		{ form: emulator.addForm({ name: 'Réservation' }), count: 120 },
		{ form: emulator.addForm({ name: 'Newsletter (test)', isTestMode: true }), count: 30 },
	];
	const listed = emulator.addSubmissions(contact.id, 250);
	emulator.addSubmissions(contact.id, 5, { status: 'spam', spamScore: 9.5 });
	emulator.addSubmissions(contact.id, 3, { status: 'quarantined', spamScore: 5.5 });
	emulator.addSubmissions(contact.id, 2, { data: () => ({ name: 'A test', _test: true }) });
	for (const { form, count } of others) emulator.addSubmissions(form.id, count);

	const apiKey = emulator.addKey({ scopes: [...READ_SCOPES, WRITE_SCOPE] });
	const baseUrl = await emulator.listen();
	return {
		emulator,
		baseUrl,
		apiKey,
		/** The form that the demo exports and watches. */
		contact,
		/** The contact form's submissions that a list returns by default: no spam and no tests. */
		listed,
		forms: [contact, ...others.map(({ form }) => form)],
	};
}
