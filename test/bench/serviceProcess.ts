/* eslint-disable @n8n/community-nodes/no-restricted-globals -- not part of the published package */
import { createEmulator, READ_SCOPES, WRITE_SCOPE, type Emulator } from '../emulator';
import type { ServiceSetup } from './service';

/** The emulator in its own process; `service.ts` starts it and communicates with it. */
let emulator: Emulator | undefined;
let requests = 0;
let tooManyRequestsBefore = 0;

async function start(setup: ServiceSetup) {
	const { options, submissions, areSmall, latencyMs } = setup;
	emulator = createEmulator({
		...options,
		keepRequests: false,
		allowPrivateDestinations: true,
		onAnswer(_request, answer) {
			requests++;
			return answer;
		},
	});
	const apiKey = addKey();
	const form = emulator.addForm({ name: 'Contact' });
	const data = areSmall ? (index: number) => ({ number: index }) : undefined;
	// A minute apart, as of a service that has been in use for a while.
	const stepMs = 60_000;
	const from = Date.now() - submissions * stepMs;
	emulator.addSubmissions(form.id, submissions, { data, from, stepMs });
	return { url: await emulator.listen({ latencyMs }), apiKey, formId: form.id };
}

function addKey(): string {
	return emulator?.addKey({ scopes: [...READ_SCOPES, WRITE_SCOPE] }) ?? '';
}

function stats() {
	const total = emulator?.tooManyRequestsCount() ?? 0;
	const answer = { requests, tooManyRequests: total - tooManyRequestsBefore };
	requests = 0;
	tooManyRequestsBefore = total;
	return answer;
}

process.on('message', (message: { start?: ServiceSetup; addKey?: true; stats?: true }) => {
	if (message.start) void start(message.start).then((started) => process.send?.(started));
	else process.send?.(message.addKey ? addKey() : stats());
});
process.on('disconnect', () => process.exit(0));
