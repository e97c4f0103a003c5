import { connect } from '../../../nodes/FormSubmissions/api/connection';
import { WATCHING, RUNNING } from '../../../nodes/FormSubmissions/api/timeLimits';
import { formNamesFor } from '../../../nodes/FormSubmissions/api/forms';
import { createEmulator, type Emulator } from '../../emulator';
import {
	durationMs,
	runClock,
	skipTime,
	startFakeClock,
	stopFakeClock,
} from '../../support/fakeClock';
import { actionContext, type ActionSetup } from '../../support/world';

const MINUTE_MS = 60_000;

const WEB_PAGE = { status: 403, body: '<!doctype html><title>Access denied</title>' };

describe('form names', () => {
	let emulator: Emulator;
	let apiKey: string;
	let warnings: string[];

	beforeEach(() => {
		startFakeClock();
		emulator = createEmulator();
		apiKey = emulator.addKey();
		warnings = [];
		emulator.addForm({ id: 'frm_1', name: 'Contact' });
	});

	afterEach(() => {
		stopFakeClock();
		jest.restoreAllMocks();
		emulator.assertNoUnusedFaults();
	});

	type Asking = Partial<Pick<ActionSetup, 'apiKey' | 'signal'>> & {
		chosen?: string;
		timeLimits?: typeof RUNNING;
	};

	/** Each run of a node has its own connection. */
	async function connection({ timeLimits = RUNNING, ...setup }: Asking = {}) {
		const context = actionContext(emulator, { apiKey, parameters: {}, ...setup });
		jest.spyOn(context.logger, 'warn').mockImplementation((text) => void warnings.push(text));
		return await connect(context, timeLimits);
	}

	async function namesOf(
		formIds: unknown[],
		{ chosen, ...asking }: Asking = {},
	): Promise<Array<string | null>> {
		const submissions = formIds.map((formId, index) => ({
			id: `sub_${index}`,
			...(formId === undefined ? {} : { formId: formId as string }),
		}));
		const work = formNamesFor(await connection(asking), submissions, { name: chosen });
		return submissions.map(await runClock(work));
	}

	const asked = () => emulator.requests.filter(({ path }) => path === '/v1/forms').length;

	it('are kept for ten minutes', async () => {
		await namesOf(['frm_1']);
		skipTime(10 * MINUTE_MS - 1);
		await namesOf(['frm_1']);
		expect(asked()).toBe(1);

		skipTime(1);
		await namesOf(['frm_1']);
		expect(asked()).toBe(2);
	});

	it('include a form created since, after a minute, and are null for one that is gone or not named', async () => {
		await namesOf(['frm_1']);
		emulator.addForm({ id: 'frm_new', name: 'New' });

		expect(await namesOf(['frm_new'])).toEqual([null]);
		skipTime(MINUTE_MS);
		expect(await namesOf(['frm_new', 'frm_1'])).toEqual(['New', 'Contact']);
		const others = ['frm_gone', undefined, 5, null];
		expect(await namesOf(['frm_new', ...others])).toEqual(['New', ...others.map(() => null)]);
		expect(asked()).toBe(2);
	});

	describe('that aren’t available', () => {
		it.each<[string, Parameters<Emulator['failNext']>[0]]>([
			['a firewall’s page', WEB_PAGE],
			['an outage', { status: 503 }],
			['no response', 'hang'],
		])('because of %s: are asked for once a minute, and warned of once', async (_name, fault) => {
			emulator.failNext(fault, { times: 2 });
			for (const minute of [1, 2]) {
				expect(await namesOf(['frm_1'])).toEqual([null]);
				expect(await namesOf(['frm_1'])).toEqual([null]);
				expect(asked()).toBe(minute);
				skipTime(MINUTE_MS);
			}

			expect(warnings).toEqual([expect.stringMatching(/names of forms couldn't be read/)]);
			expect(await namesOf(['frm_1'])).toEqual(['Contact']);
		});

		it('are the last ones fetched, up to ten minutes ago', async () => {
			await namesOf(['frm_1']);
			skipTime(2 * MINUTE_MS);
			emulator.failNext({ status: 500 });

			expect(await namesOf(['frm_1', 'frm_new'])).toEqual(['Contact', null]);
			expect(await namesOf(['frm_1', 'frm_new'])).toEqual(['Contact', null]);
			expect(asked()).toBe(2);
			skipTime(8 * MINUTE_MS);
			expect(await namesOf(['frm_1', 'frm_new'])).toEqual(['Contact', null]);
			expect(asked()).toBe(3);
		});

		it('delay nothing for longer than five seconds', async () => {
			emulator.failNext('hang');

			expect(await durationMs(namesOf(['frm_1']))).toBe(5_000);
		});

		it('delay no reading of a trigger beyond its deadline', async () => {
			const timeLimits = { ...WATCHING, deadlineMs: Date.now() + 1_200 };
			emulator.failNext('hang');

			expect(await durationMs(namesOf(['frm_1'], { timeLimits }))).toBe(1_200);
			expect(await namesOf(['frm_1'], { apiKey: emulator.addKey(), timeLimits })).toEqual([null]);
			expect(asked()).toBe(1);
		});
	});

	it('are not waited for, and nothing is warned of, once a person has stopped the execution', async () => {
		const stop = new AbortController();
		emulator.failNext('hang');
		emulator.onAnswer((_request, answer) => {
			stop.abort();
			return answer;
		});

		await expect(namesOf(['frm_1'], { signal: stop.signal })).rejects.toThrow('stopped');
		expect(warnings).toEqual([]);
		expect(await namesOf(['frm_1'])).toEqual(['Contact']);
	});
});
