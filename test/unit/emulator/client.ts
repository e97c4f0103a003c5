import { createEmulator, type Answer, type Emulator, type EmulatorOptions } from '../../emulator';

export const NOW_MS = Date.parse('2026-03-01T12:00:00.000Z');

type Sent = { status: number; headers: Record<string, string>; body: string; json: unknown };

/** An emulator with a clock set by tests, a key with every scope, and one form. */
export function startEmulator(options: EmulatorOptions = {}) {
	const clock = { nowMs: NOW_MS };
	const emulator = createEmulator({ now: () => clock.nowMs, ...options });
	const key = emulator.addKey({
		scopes: ['submissions:read', 'forms:read', 'destinations:write'],
	});
	const form = emulator.addForm({ name: 'Contact' });
	return { clock, emulator, key, form };
}

export function get(emulator: Emulator, key: string, url: string): Sent {
	const headers = { authorization: `Bearer ${key}` };
	return expectResponse(emulator.handle({ method: 'GET', url, headers, body: '' }));
}

export function post(emulator: Emulator, key: string, url: string, body: unknown): Sent {
	const headers = { 'x-api-key': key, 'content-type': 'application/json' };
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	return expectResponse(emulator.handle({ method: 'POST', url, headers, body: text }));
}

function expectResponse(answer: Answer): Sent {
	if (answer.kind !== 'response') throw new Error(`Expected a response, got ${answer.kind}`);
	const { status, headers, body } = answer;
	return { status, headers, body, json: parse(body) };
}

export type Page = {
	ok: boolean;
	data: Array<{ id: string; createdAt: string; status: string }>;
	pagination: { limit: number; hasMore: boolean; nextCursor?: string | null };
};

export function getPage(emulator: Emulator, key: string, query = ''): Page {
	const sent = get(emulator, key, `/v1/submissions${query}`);
	if (sent.status !== 200) throw new Error(`The list answered ${sent.status}: ${sent.body}`);
	return sent.json as Page;
}

export function idsOf(page: Page): string[] {
	return page.data.map(({ id }) => id);
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
