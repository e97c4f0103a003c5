import {
	createEmulator,
	type Emulator,
	type EmulatorOptions,
	type Form,
} from '../../test/emulator';
import { checkService } from './check';
import type { Send } from './client';
import type { Finding } from './finding';

const START_MS = Date.parse('2026-03-01T12:00:00.000Z');

/** What the emulator does about each point, in an instant: its clock is moved instead of waited for. */
export async function checkEmulator(
	options: EmulatorOptions = {},
	prepare: (emulator: Emulator, form: Form) => void = addSamples,
): Promise<Finding[]> {
	let nowMs = START_MS;
	const emulator = createEmulator({ now: () => nowMs, ...options });
	prepare(emulator, emulator.addForm());

	const send: Send = async (path, key) => {
		nowMs += 50;
		const headers = { authorization: `Bearer ${key}` };
		const answer = emulator.handle({ method: 'GET', url: path, headers, body: '' });
		if (answer.kind !== 'response')
			throw new Error(`The emulator sent no response: ${answer.kind}`);
		return answer;
	};
	const { findings } = await checkService(send, emulator.addKey(), {
		long: true,
		now: () => nowMs,
		sleep: async (ms) => {
			nowMs += ms;
		},
		progress: () => undefined,
	});
	return findings;
}

/** Enough of everything for each question to be answered. */
function addSamples(emulator: Emulator, { id: formId }: Form): void {
	emulator.addSubmissions(formId, 40);
	emulator.addSubmission({ formId, data: { _test: true }, createdAt: START_MS - 1000 });
	emulator.addSubmission({ formId, status: 'spam', spamScore: 9.5 });
}
