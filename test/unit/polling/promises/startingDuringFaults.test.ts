import type { Fault } from '../../../emulator';
import { Play } from '../../../histories/play';

let play: Play;

afterEach(() => play.stop());

const WEB_PAGE = { 'content-type': 'text/html; charset=utf-8' };

const FAULTS: Array<[string, Fault]> = [
	['a maintenance page with status 200', 'html'],
	['a redirect to a status page', { redirect: 'https://status.example.com/' }],
	['ok: false', 'notOk'],
	[
		'the 403 page of a firewall',
		{ status: 403, body: '<html><h1>Access denied</h1></html>', headers: WEB_PAGE },
	],
	[
		'the 404 page of a load balancer',
		{ status: 404, body: '<html>default backend - 404</html>', headers: WEB_PAGE },
	],
	['a 503', { status: 503 }],
	['half a body', 'cut'],
	['a rate limit', { status: 429 }],
];

/** A trigger with a position, and three submissions that came in while n8n was down. */
async function withPosition(): Promise<void> {
	play = new Play();
	play.submit({ count: 20, everyMs: 5_000, inSeconds: -120 });
	await play.publish(play.main);
	play.submit({ inSeconds: 1 });
	// What this poll returns makes n8n store the position.
	await play.poll();
	play.submit({ count: 3, everyMs: 100, inSeconds: 5 });
}

async function expectStartedAndComplete(): Promise<void> {
	expect(play.n8n.isPublished(play.main)).toBe(true);
	play.service.clearFaults();
	play.network.outage = undefined;
	await play.pollTimes(2);
	expect(play.problems()).toEqual([]);
}

describe('a trigger that has a position starts while the service', () => {
	it.each(FAULTS)('answers with %s, and returns what came in meanwhile', async (_what, fault) => {
		await withPosition();
		play.service.failNext(fault, { times: Infinity });

		await play.n8n.restart(60);

		await expectStartedAndComplete();
	});

	it.each(['CERT_HAS_EXPIRED', 'ECONNREFUSED', 'ENOTFOUND', 'DEPTH_ZERO_SELF_SIGNED_CERT'])(
		"can't be reached (%s), and returns what came in meanwhile",
		async (code) => {
			await withPosition();
			play.network.outage = code;

			await play.n8n.restart(60);

			await expectStartedAndComplete();
		},
	);

	it('swallows requests, and returns what came in meanwhile', async () => {
		await withPosition();
		play.service.failNext('hang', { times: Infinity });

		await play.n8n.restart(60);

		await expectStartedAndComplete();
	});
});

it('a trigger does not start if the key is refused, even if it has a position', async () => {
	await withPosition();
	const body = { ok: false, error: { message: 'The key was revoked' } };
	play.service.failNext({ status: 401, body }, { times: Infinity });

	await play.n8n.restart(60);

	expect(play.n8n.isPublished(play.main)).toBe(false);
	expect(play.main.polls.at(-1)?.error).toMatch(/API key/);
});
