/* eslint-disable @n8n/community-nodes/no-restricted-imports -- `fetch` cannot send what is sent here */
import { request as sendRequest } from 'node:http';

import type { Answer, Emulator } from '../../emulator';
import { startEmulator } from './client';

let emulator: Emulator;
let headers: Record<string, string>;
let formId: string;
let url: string;

beforeEach(async () => {
	const started = startEmulator();
	emulator = started.emulator;
	headers = { Authorization: `Bearer ${started.key}` };
	formId = started.form.id;
	url = await emulator.listen();
});

afterEach(async () => await emulator.stop());

function untilAnswered(change: (answer: Answer) => Answer): Promise<void> {
	return new Promise((resolve) => {
		emulator.onAnswer((_request, answer) => {
			resolve();
			return change(answer);
		});
	});
}

describe('a response over HTTP', () => {
	it('is the same as in process, including headers', async () => {
		const response = await fetch(`${url}/v1/forms`, { headers });

		expect(response.status).toBe(200);
		expect(response.headers.get('x-ratelimit-remaining')).toBe('119');
		expect(response.headers.get('date')).toBe('Sun, 01 Mar 2026 12:00:00 GMT');
		expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
		expect(await response.json()).toMatchObject({ ok: true, data: [{ id: formId }] });
	});

	it('depends on the path exactly as sent', async () => {
		const id = 'sub_a/b%20ü';
		emulator.addSubmission({ formId, id, data: { city: 'Köln' } });

		const response = await fetch(`${url}/v1/submissions/${encodeURIComponent(id)}`, { headers });

		expect(await response.json()).toMatchObject({ id, data: { city: 'Köln' } });
	});
});

describe('a fault over HTTP', () => {
	it('breaks the connection if it is a reset', async () => {
		emulator.failNext('reset');

		await expect(fetch(`${url}/v1/forms`, { headers })).rejects.toMatchObject({
			cause: { code: 'ECONNRESET' },
		});
	});

	it('announces the whole body and ends halfway if it is a cut', async () => {
		emulator.failNext('cut');

		const { length, received, wasAborted } = await readRaw(`${url}/v1/forms`, headers);

		expect(wasAborted).toBe(true);
		expect(received).toBe(length >> 1);
		expect(received).toBeGreaterThan(0);
	});
});

describe('an emulator that listens and stops', () => {
	it('leaves a hanging request without a response until it stops, and stops at once', async () => {
		const received = untilAnswered((answer) => answer);
		emulator.failNext('hang');
		const hanging = fetch(`${url}/v1/forms`, { headers }).catch((error: unknown) => error);
		await received;

		await emulator.stop();

		expect(await hanging).toMatchObject({ message: 'fetch failed' });
		expect(() => emulator.url).toThrow('not running');
	});

	it('stops even while a response is being delayed', async () => {
		const received = untilAnswered((answer) => ({ ...answer, latencyMs: 3_600_000 }));
		const waiting = fetch(`${url}/v1/forms`, { headers }).catch((error: unknown) => error);
		await received;

		await emulator.stop();

		expect(await waiting).toMatchObject({ message: 'fetch failed' });
	});
});

function readRaw(url: string, headers: Record<string, string>) {
	return new Promise<{ length: number; received: number; wasAborted: boolean }>(
		(resolve, reject) => {
			sendRequest(url, { headers }, (response) => {
				const length = Number(response.headers['content-length']);
				let received = 0;
				response.on('data', (chunk: Buffer) => (received += chunk.length));
				response.on('error', () => undefined);
				response.on('close', () => resolve({ length, received, wasAborted: !response.complete }));
			})
				.on('error', reject)
				.end();
		},
	);
}
