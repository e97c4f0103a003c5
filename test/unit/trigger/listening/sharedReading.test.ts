import { surroundings } from '../../../histories/world/triggerFunctions';
import { ManyTriggers } from './manyTriggers';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

let many: ManyTriggers;

afterEach(() => many.play.stop());

/** One submission of the form of that number. */
function submit(form: number, kind: Parameters<ManyTriggers['play']['submit']>[0] = {}): string {
	const [id = ''] = many.play.submit({ formId: `frm_${form}`, isDelivered: false, ...kind });
	return id;
}

const returned = (form: number) => many.watchers[form]?.returned.map(({ json }) => json.id) ?? [];

/** Which lists were asked for in this time: those of forms, and how often that of all. */
async function askedFor(work: () => Promise<unknown>): Promise<{ all: number; forms: number }> {
	const asked = { all: 0, forms: 0 };
	many.play.service.onAnswer(({ url }, answer) => {
		if (url.includes('/v1/submissions')) asked[url.includes('form_id=') ? 'forms' : 'all']++;
		return answer;
	});
	await work();
	many.play.service.onAnswer(undefined);
	return asked;
}

describe('S1: triggers with one key', () => {
	it('share one reading a minute, of the list of all forms', async () => {
		many = await new ManyTriggers(5).published();

		const { all, forms } = await askedFor(async () => await many.pass(30 * MINUTE));

		expect(all).toBe(30);
		// Each reads its own every ten minutes, and then looks for late ones.
		expect(forms).toBeLessThanOrEqual(40);
	});

	it('read for themselves if there is only one', async () => {
		many = await new ManyTriggers(1).published();

		expect(await askedFor(async () => await many.pass(10 * MINUTE))).toEqual({ all: 0, forms: 10 });
	});

	it('run the workflow soon with what is delivered, and within a minute with what is not', async () => {
		many = await new ManyTriggers(5).published();
		const delivered = submit(3, { isDelivered: true, inSeconds: 1 });
		const silent = submit(4, { inSeconds: 1 });
		await many.pass(5 * SECOND);
		expect(returned(3)).toEqual([delivered]);

		await many.pass(MINUTE);

		expect(returned(4)).toEqual([silent]);
	});

	it('leave each other what they need while they read what came in an outage', async () => {
		many = await new ManyTriggers(10).published();
		many.play.network.outage = 'ECONNREFUSED';
		await many.pass(MINUTE);
		for (let form = 0; form < 10; form++) submit(form, { count: 500, inSeconds: 1 });
		await many.pass(MINUTE);
		many.play.network.outage = undefined;
		many.play.useKey(60);
		await many.pass(SECOND);

		const ids = await many.deliver(2, 10, 1);
		await many.pass(30 * SECOND);

		expect(many.figures(ids).longest).toBeLessThanOrEqual(10);
	});

	it('make 60 requests a minute at most, however much is delivered', async () => {
		many = await new ManyTriggers(20).published();

		const perMinute = await many.requestsAMinute(2, async () => await many.deliver(30, 20, 2));

		expect(perMinute).toBeLessThanOrEqual(60);
	});

	it('ask 8 times a minute at most if nothing happens to 60', async () => {
		many = await new ManyTriggers(60).published();

		expect(await many.requestsAMinute(20)).toBeLessThanOrEqual(8);
	});

	it('go on sharing if the credential of one, which has the same key, is gone', async () => {
		many = new ManyTriggers(5);
		const [, another] = many.watchers;
		const node = another?.node.bind(another);
		const credentials = { formSubmissionsApi: { id: 'another', name: 'Another' } };
		if (another && node) another.node = () => ({ ...node(), credentials });
		await many.published();
		const { credentialsHelper } = surroundings.additionalData;
		const read = credentialsHelper.getDecrypted.bind(credentialsHelper);
		const spy = jest
			.spyOn(credentialsHelper, 'getDecrypted')
			.mockImplementation(async (...args) => {
				if (args[1].id === 'another') throw new Error('gone');
				return await read(...args);
			});
		await many.pass(2 * MINUTE);

		const { all } = await askedFor(async () => await many.pass(20 * MINUTE));
		spy.mockRestore();

		expect(all).toBe(20);
	});

	it('do not go on sharing with those that are closed while they look for their forms by name', async () => {
		many = new ManyTriggers(3);
		const named = many.watchers.slice(1);
		for (const { id, options } of named) {
			many.play.service.addForm({ id: `${id}_named`, name: `Form ${id}` });
			options.parameters = { formId: { __rl: true, mode: 'id', value: `Form ${id}` } };
		}
		await many.published();
		many.play.network.pageMs = 3 * SECOND;
		let areClosed = false;
		many.play.service.onAnswer(({ url }, answer) => {
			if (!areClosed && url.includes('/v1/forms')) {
				areClosed = true;
				const { n8n } = many.play;
				for (const one of named) n8n.begin(1, async () => await n8n.close(one));
			}
			return answer;
		});
		while (!areClosed) await many.pass(SECOND);
		await many.pass(2 * MINUTE);

		const { all } = await askedFor(async () => await many.pass(10 * MINUTE));

		expect(all).toBe(0);
	});

	it('have nothing to do with one that watches another status', async () => {
		many = new ManyTriggers(2);
		const [first, second] = many.watchers;
		if (first && second) second.options.statuses = ['spam'];
		await many.published();

		const { all } = await askedFor(async () => await many.pass(5 * MINUTE));

		expect(all).toBe(0);
	});
});

describe('N2: what is delivered', () => {
	it('S4: while a trigger begins to rely on the shared reading, comes as soon as ever', async () => {
		many = await new ManyTriggers(3).published(0);
		await many.pass(90 * SECOND);
		const id = many.play.add(0.1, { formId: 'frm_0', isDelivered: true, lateSeconds: 2 });

		await many.pass(2 * MINUTE);

		expect(many.play.secondsTaken(id, many.watchers[0])).toBeLessThanOrEqual(10);
	});

	it('after it was taken costs no reading', async () => {
		many = await new ManyTriggers(3).published(30);
		const { forms } = await askedFor(async () => {
			for (let round = 0; round < 10; round++) {
				const id = submit(0, { inSeconds: 1 });
				await many.pass(62 * SECOND);
				const [first] = many.watchers;
				if (first) many.play.n8n.ring(first, id);
				await many.pass(90 * SECOND);
			}
		});

		// The three of them, every ten minutes.
		expect(forms).toBeLessThanOrEqual(12);
	});

	it('and never is in the list, such as spam, has its trigger read its own once', async () => {
		many = await new ManyTriggers(2).published(12);
		const { forms } = await askedFor(async () => {
			for (let round = 0; round < 10; round++) {
				submit(0, { isDelivered: true, inSeconds: 1, status: 'spam' });
				await many.pass(2 * MINUTE);
			}
		});

		// Ten times for the spam, and each every ten minutes, which takes two for late ones.
		expect(forms).toBeLessThanOrEqual(20);
	});

	it.each([
		[0.5, 'has it, too'],
		[2.5, 'does not have it yet'],
	])(
		'while its trigger reads its own list comes once (after %d s, when that list %s)',
		async (inSeconds) => {
			many = await new ManyTriggers(2).published(12);
			const { network } = many.play;
			submit(0, { isDelivered: true, inSeconds: 1, status: 'spam' });
			await many.pass(55 * SECOND);
			network.pageMs = 4 * SECOND;
			const { requests } = many;
			while (many.requests === requests) await many.pass(SECOND / 20);
			network.pageMs = 50;
			const id = submit(0, { isDelivered: true, inSeconds });
			await many.pass(20 * MINUTE);

			expect(many.play.secondsTaken(id, many.watchers[0])).toBeLessThan(1);
			expect(many.play.n8n.handedKeys).toHaveLength(1);
		},
	);
});

describe('S3: a shared reading that meets too much', () => {
	it('offers nothing, and each reads for itself for a minute, so that nothing is lost', async () => {
		many = await new ManyTriggers(3).published();
		for (const form of [0, 1, 2]) submit(form, { count: 400, inSeconds: 1, isDelivered: true });
		await many.pass(10 * SECOND);

		const { all } = await askedFor(async () => await many.pass(45 * SECOND));
		await many.pass(10 * MINUTE);

		expect(all).toBe(0);
		expect(many.play.problems()).toEqual([]);
	});

	it('keeps what is delivered late no longer than a minute', async () => {
		many = await new ManyTriggers(8).published();
		many.play.network.pageMs = 500;
		many.play.service.failNext({ status: 503 }, { times: Infinity });
		await many.deliver(37, 8, 3);
		many.play.service.clearFaults();
		await many.deliver(17, 8, 2);

		const ids = await many.deliver(17, 8, 2);
		await many.pass(10 * SECOND);

		expect(many.figures(ids).within3).toBe(1);
	});
});

describe('what is offered', () => {
	it('does not raise the floor: what becomes visible ten minutes late comes all the same', async () => {
		many = await new ManyTriggers(2).published(12);
		const late = submit(0, { inSeconds: 1, lateSeconds: 9 * 60 });
		for (let minute = 0; minute < 9; minute++) {
			submit(0, { isDelivered: true, inSeconds: 1 });
			await many.pass(MINUTE);
		}

		await many.pass(20 * MINUTE);

		expect(returned(0)).toContain(late);
	});

	it('stays offered if n8n refuses it, and runs once n8n takes it', async () => {
		many = await new ManyTriggers(2).published();
		many.play.n8n.refuses = () => 'No active execution found';
		const id = submit(0, { isDelivered: true, inSeconds: 1 });
		await many.pass(3 * MINUTE);
		expect(returned(0)).toEqual([]);

		many.play.n8n.refuses = undefined;
		await many.pass(5 * MINUTE);

		expect(returned(0)).toEqual([id]);
	});
});

describe('N2: a trigger reads for itself', () => {
	it('if what was delivered is not taken within a minute', async () => {
		many = await new ManyTriggers(2).published();
		many.play.service.failNext({ body: EMPTY }, { times: Infinity, when: isAllForms });
		const id = submit(0, { isDelivered: true, inSeconds: 1 });

		await many.pass(MINUTE + 5 * SECOND);

		expect(returned(0)).toEqual([id]);
	});
});

describe('S5: more than a thousand that a trigger is offered and cannot take', () => {
	it('are left to its own readings, and none is lost', async () => {
		many = await new ManyTriggers(40).published();
		const { n8n } = many.play;
		n8n.refuses = () => 'the database is full';
		for (let round = 0; round < 14; round++) {
			submit(0, { count: 100, inSeconds: 1 });
			await many.pass(MINUTE + SECOND);
		}

		const { forms } = await askedFor(async () => await many.pass(3 * MINUTE));
		n8n.refuses = undefined;
		await many.pass(30 * MINUTE);

		expect(forms).toBeLessThanOrEqual(40);
		expect(returned(0)).toHaveLength(1_400);
	});
});

describe('a shared reading that fails', () => {
	it('is shown by nobody, and after two minutes each reads for itself', async () => {
		many = await new ManyTriggers(3).published();
		many.play.service.failNext({ status: 500 }, { times: Infinity, when: isAllForms });
		await many.pass(MINUTE);
		submit(1, { inSeconds: 1 });

		await many.pass(3 * MINUTE);

		expect(returned(1)).toHaveLength(1);
		expect(many.watchers.flatMap(({ failures }) => failures)).toEqual([]);
	});

	it('because the key is rejected is shown by each trigger itself, within a minute', async () => {
		many = await new ManyTriggers(3).published();
		many.play.service.failNext({ status: 401 }, { times: Infinity });

		await many.pass(MINUTE + 10 * SECOND);

		for (const { failures } of many.watchers) {
			expect(failures).toEqual([expect.stringContaining('rejected the API key')]);
		}
	});
});

describe('N2: late ones', () => {
	it('which only an own reading finds, leave a trigger with the shared reading', async () => {
		many = await new ManyTriggers(3).published();
		for (let round = 0; round < 4; round++) {
			submit(0, { isDelivered: true, inSeconds: 1 });
			submit(0, { isDelivered: true, inSeconds: 2, lateSeconds: 150 });
			// More than a page above it, so that the shared reading doesn't meet it.
			await many.pass(2 * SECOND);
			submit(1, { count: 120, inSeconds: 1 });
			await many.pass(15 * MINUTE);
		}

		expect(await many.requestsAMinute(30)).toBeLessThan(2);
		expect(many.play.problems()).toEqual([]);
	});

	it('of a busy form, below what the shared reading goes down to, come within thirteen minutes', async () => {
		many = await new ManyTriggers(16).published();
		submit(0, { count: 3_600, everyMs: 600, inSeconds: 1 });
		await many.pass(20 * MINUTE);
		const late = many.play.submit({
			formId: 'frm_0',
			count: 20,
			everyMs: 5 * SECOND,
			inSeconds: 1,
			lateSeconds: 560,
		});
		await many.pass(30 * MINUTE);

		const minutes = late.map((id) => many.play.minutesTaken(id, many.watchers[0]));
		expect(Math.max(...minutes)).toBeLessThan(13);
		expect(many.play.problems()).toEqual([]);
	});
});

describe("S2: n8n's start", () => {
	/** n8n starts while none of its triggers has run; returns the requests until all that came has run. */
	async function requestsOfStart(count: number, kinds: Array<Parameters<typeof submit>[1]>) {
		many = await new ManyTriggers(count).published();
		await many.play.n8n.restart(60);
		await many.pass(12 * MINUTE);
		kinds.forEach((kind, form) => submit(form, kind));
		const { requests } = many;
		await many.play.n8n.restart(60);
		await many.pass(25 * SECOND);
		return many.requests - requests;
	}

	it('of 150 triggers costs what came: no more than twenty requests, and 25 seconds', async () => {
		const requests = await requestsOfStart(150, Array(150).fill({ inSeconds: 1 }));

		expect(requests).toBeLessThanOrEqual(20);
		expect(many.watchers.flatMap((one) => one.returned)).toHaveLength(150);
		expect(many.play.problems()).toEqual([]);
	});

	it('costs no more where n8n takes minutes to begin 30, and none waits for those after it', async () => {
		many = await new ManyTriggers(30).published();
		many.watchers.forEach((_watcher, form) => submit(form, { inSeconds: 1 }));
		// While n8n starts, before it begins the last trigger.
		submit(29, { inSeconds: 90 });
		many.play.n8n.beginMs = 5 * SECOND;
		const { requests } = many;
		await many.play.n8n.restart(60);
		await many.pass(5 * SECOND);

		expect(many.requests - requests).toBeLessThanOrEqual(20);
		expect(many.watchers.flatMap((one) => one.returned)).toHaveLength(31);
		expect(many.play.problems()).toEqual([]);
	});

	it('serves one that n8n begins minutes after another what became visible in between', async () => {
		many = await new ManyTriggers(3).published();
		submit(2, { inSeconds: 1, lateSeconds: 270 });
		submit(0, { inSeconds: 2, count: 120 });
		many.play.n8n.beginMs = 130 * SECOND;

		await many.play.n8n.restart(60);

		expect(returned(2)).toHaveLength(1);
		expect(many.play.problems()).toEqual([]);
	});

	it('has a backlog of thousands of one hold up none of the others', async () => {
		const kinds = [{ inSeconds: 1, count: 2_000 }, ...Array(9).fill({ inSeconds: 20 })] as const;
		await requestsOfStart(10, [...kinds]);
		expect(many.watchers.slice(1).flatMap((one) => one.returned)).toHaveLength(9);

		await many.pass(4 * MINUTE);
		expect(many.play.problems()).toEqual([]);
	});

	it('serves a trigger all that came while it was off, whatever it knew of that, and once', async () => {
		many = await new ManyTriggers(3).published();
		submit(0, { inSeconds: 1, count: 20, everyMs: SECOND });
		await many.pass(MINUTE);
		submit(0, { inSeconds: 1, count: 150, everyMs: 100 });
		submit(1, { inSeconds: 5 });
		await many.play.n8n.restart(60);
		const { forms } = await askedFor(async () => await many.pass(25 * SECOND));

		expect(forms).toBe(0);
		expect(many.play.problems()).toEqual([]);
	});

	it.each([
		[
			'cannot be read',
			() => many.play.service.failNext({ status: 503 }, { times: Infinity, when: isAllForms }),
		],
		['is slow', () => void (many.play.network.pageMs = 20 * SECOND)],
	])('costs nothing but time if the list of all forms %s', async (_what, spoil) => {
		many = await new ManyTriggers(3).published();
		submit(0, { inSeconds: 1, count: 5 });
		spoil();
		await many.play.n8n.restart(60);
		await many.pass(5 * MINUTE);

		expect(returned(0)).toHaveLength(5);
		expect(many.play.problems()).toEqual([]);
	});

	it('has a trigger that is alone read for itself after three seconds', async () => {
		many = await new ManyTriggers(1).published();
		submit(0, { inSeconds: 1 });
		await many.play.n8n.restart(60);
		expect(await askedFor(async () => await many.pass(2 * SECOND))).toEqual({ all: 0, forms: 0 });
		await many.pass(3 * SECOND);

		expect(returned(0)).toHaveLength(1);
	});
});

const EMPTY = JSON.stringify({
	ok: true,
	data: [],
	pagination: { limit: 100, hasMore: false, nextCursor: null },
});

function isAllForms({ url }: { url: string }): boolean {
	return url.includes('/v1/submissions') && !url.includes('form_id=');
}
