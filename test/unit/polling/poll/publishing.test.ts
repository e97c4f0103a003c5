import type { IDataObject } from 'n8n-workflow';

import type { Fault } from '../../../emulator';
import { clock, MINUTE } from './pollingClock';
import { byId, idsOf, trigger, usePollingTrigger } from './pollingTrigger';

usePollingTrigger();

const LIMITED: Fault = { status: 429, headers: { 'retry-after': '60' } };

/** What may pass without anybody doing anything. */
const PASSING: Array<[string, Fault, RegExp]> = [
	['the service is down', { status: 503 }, /unavailable \(status 503\)/],
	['no response arrives in time', 'hang', /didn't respond in time/],
	['the response breaks off', 'cut', /connection was lost/],
	['the rate limit is reached', LIMITED, /rate limit/],
	['the response is a web page', 'html', /isn't from this API/],
	[
		'the response says that it is not ok',
		{ body: '{"ok":false}' },
		/didn't confirm that the request succeeded/,
	],
	['a redirect leads elsewhere', { status: 302, headers: { location: '/' } }, /redirected/],
	['a firewall answers', { status: 403, body: '<html></html>' }, /blocked on its way/],
	['a proxy asks for a login', { status: 401, body: '<html></html>' }, /blocked on its way/],
	[
		'a load balancer does not know the host',
		{ status: 404, body: 'no such host' },
		/from this API/,
	],
];

describe('publishing with a stored position', () => {
	it.each(PASSING)(
		'succeeds although %s: that is logged, and the next poll returns what is new',
		async (_what, fault, message) => {
			await trigger.poll();
			const added = trigger.arrive(150);
			trigger.emulator.failNext(fault);

			expect(await trigger.publishAgain()).toBeNull();

			expect(trigger.warnings).toEqual([expect.stringMatching(message)]);
			clock.nowMs += MINUTE;
			expect(await trigger.pollIds()).toEqual(added);
		},
	);

	it.each<[string, Fault, RegExp]>([
		['the key is refused', { status: 401 }, /rejected the API key/],
		['the key may not read submissions', { status: 403 }, /permission to read submissions/],
	])('fails if %s', async (_what, fault, message) => {
		await trigger.poll();
		const added = trigger.arrive(3);
		trigger.emulator.failNext(fault);

		await expect(trigger.publishAgain()).rejects.toThrow(message);

		expect(trigger.warnings).toEqual([]);
		expect(await trigger.publishAgain()).toBeNull();
		expect(await trigger.pollIds()).toEqual(added);
	});

	it('fails if the form was deleted', async () => {
		const { id } = trigger.emulator.addForm();
		await trigger.poll({ parameters: byId(id) });
		trigger.emulator.removeForm(id);

		await expect(trigger.publishAgain({ parameters: byId(id) })).rejects.toThrow(id);
	});

	it('makes one request and returns nothing: n8n may exit before it stores the execution', async () => {
		await trigger.poll();
		const added = trigger.arrive(350);
		const before = trigger.remembered();

		const cost = await trigger.requestsOf(async () => {
			expect(await trigger.publishAgain()).toBeNull();
		});

		expect(cost).toBe(1);
		expect(trigger.remembered()).toEqual(before);
		expect(await trigger.pollIds()).toEqual(added);
		expect(await trigger.poll()).toBeNull();
	});
});

describe('publishing for the first time', () => {
	it.each(PASSING)('fails if %s', async (_what, fault, message) => {
		trigger.emulator.failNext(fault);

		await expect(trigger.poll()).rejects.toThrow(message);

		expect(trigger.warnings).toEqual([]);
		expect(trigger.staticData.global).toEqual({});
	});

	it.each(PASSING)(
		'succeeds with Start From although %s: that is logged, and polls return everything since',
		async (_what, fault, message) => {
			const startFrom = new Date(clock.nowMs).toISOString();
			const added = trigger.arrive(3);
			const parameters = { options: { startFrom } };
			trigger.emulator.failNext(fault);

			expect(await trigger.poll({ parameters })).toBeNull();

			expect(trigger.warnings).toEqual([expect.stringMatching(message)]);
			clock.nowMs += MINUTE;
			expect(await trigger.pollIds({ parameters })).toEqual(added);
		},
	);

	it('fails if the form is not in the list of forms, and says so', async () => {
		const parameters = byId('frm_gone');

		await expect(trigger.poll({ parameters })).rejects.toThrow(
			/No form in this workspace has the name or ID "frm_gone"/,
		);
		expect(trigger.emulator.requests.map(({ path }) => path)).toEqual(['/v1/forms']);
	});

	it('fails if another form was chosen that is not in the list of forms', async () => {
		await trigger.poll();

		await expect(trigger.publishAgain({ parameters: byId('frm_gone') })).rejects.toThrow(
			/No form in this workspace/,
		);
	});

	it('takes one more request if a form is chosen; later polls do not check it again', async () => {
		const parameters = byId(trigger.formId);
		const poll = async () => await trigger.poll({ parameters });

		expect(await trigger.requestsOf(poll)).toBe(2);
		expect(await trigger.requestsOf(poll)).toBe(1);
	});

	it('checks no form if the list of forms cannot be read', async () => {
		trigger.arrive(3);
		const parameters = byId(trigger.formId);
		trigger.emulator.failNext({ status: 403 }, { when: ({ url }) => url.endsWith('/v1/forms') });

		expect(await trigger.poll({ parameters })).toBeNull();

		const added = trigger.arrive(1);
		expect(await trigger.pollIds({ parameters })).toEqual(added);
	});
});

describe("publishing again during n8n's own poll", () => {
	it('continues from what it left even if another one in between failed', async () => {
		await trigger.poll();
		trigger.arrive(3);
		let failed: Promise<unknown> | undefined;
		let last: Promise<unknown> | undefined;
		trigger.duringNextRequest(() => {
			trigger.emulator.failNext({ status: 401 });
			failed = trigger.publishAgain().catch((thrown: Error) => thrown.message);
			last = trigger.publishAgain();
		});

		await trigger.publishAgain();

		expect(await failed).toMatch(/rejected the API key/);
		expect(await last).toBeNull();
	});

	it('starts on its own if that poll fails', async () => {
		await trigger.poll();
		const added = trigger.arrive(3);
		let again: Promise<unknown> | undefined;
		trigger.emulator.onAnswer(() => {
			trigger.emulator.onAnswer(undefined);
			again = trigger.publishAgain().then(idsOf);
			return { kind: 'response', status: 401, headers: {}, body: '{"ok":false}' };
		});

		await expect(trigger.publishAgain()).rejects.toThrow(/rejected the API key/);
		expect(await again).toEqual([]);
		expect(await trigger.pollIds()).toEqual(added);
	});
});

describe('publishing two triggers of a workflow again after n8n discarded a poll of one of them', () => {
	it('loses nothing, although the other one makes n8n save what both remember', async () => {
		const one = { nodeId: 'one' };
		const other = { nodeId: 'other' };
		await trigger.poll(one);
		await trigger.poll(other);
		const saved = JSON.stringify(trigger.staticData);
		const added = trigger.arrive(3);
		await trigger.poll(one);

		trigger.staticData = JSON.parse(saved) as IDataObject;
		await trigger.publishAgain(one);
		await trigger.poll(other);
		expect(await trigger.pollIds(other)).toEqual(added);
		await trigger.publishAgain(one);

		expect(await trigger.pollIds(one)).toEqual(added);
	});
});

describe('publishing again during a scheduled poll', () => {
	it('that poll returns and writes nothing, and the new publication returns everything', async () => {
		await trigger.poll();
		const added = trigger.arrive(350);
		const before = trigger.staticData;
		const text = JSON.stringify(before);
		let again: Promise<unknown> | undefined;
		trigger.duringNextRequest(() => {
			again = trigger.publishAgain().then(idsOf);
		});

		expect(await trigger.poll()).toBeNull();

		expect(JSON.stringify(before)).toBe(text);
		expect(await again).toEqual([]);
		expect(await trigger.pollIds()).toEqual(added);
		expect(await trigger.poll()).toBeNull();
	});
});

describe('Fetch Test Event', () => {
	/** The service may return an empty list for a form that it does not know. */
	function emptyForUnknown(): void {
		trigger.emulator.onAnswer((_request, answer) => {
			if (answer.kind !== 'response' || answer.status !== 404) return answer;
			const body = { ok: true, data: [], pagination: { hasMore: false, nextCursor: null } };
			return { ...answer, status: 200, body: JSON.stringify(body) };
		});
	}

	it('says that the form is not in the list of forms if nothing is found', async () => {
		emptyForUnknown();

		await expect(trigger.test({ parameters: byId('frm_gone') })).rejects.toThrow(
			/No form in this workspace has the name or ID "frm_gone"/,
		);
	});

	it('says that the form has no submissions if it is in the list', async () => {
		await expect(trigger.test({ parameters: byId(trigger.formId) })).rejects.toThrow(
			/There are no submissions yet.*Submit the form once/,
		);
	});
});
