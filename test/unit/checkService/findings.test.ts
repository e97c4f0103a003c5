import type { Answer, Emulator, EmulatorOptions, EmulatorRequest, Form } from '../../emulator';
import { checkEmulator } from '../../../scripts/checkService/checkEmulator';
import type { Finding } from '../../../scripts/checkService/finding';

const START_MS = Date.parse('2026-03-01T12:00:00.000Z');

/** Lists are newest first by when visitors submitted. */
const bySubmission: EmulatorOptions = { sortedBy: ({ meta }) => Date.parse(meta.submittedAt) };

type Prepare = (emulator: Emulator, form: Form) => void;

async function ask(id: string, options?: EmulatorOptions, prepare?: Prepare): Promise<Finding> {
	const findings = await checkEmulator(options, prepare);
	const finding = findings.find((one) => one.id === id);
	if (!finding) throw new Error(`Nothing is asked about ${id}`);
	return finding;
}

/** Sends these responses in place of those that the emulator would send. */
function instead(
	when: (request: EmulatorRequest) => boolean,
	change: Partial<Extract<Answer, { kind: 'response' }>>,
): EmulatorOptions {
	return {
		onAnswer: (request, answer) =>
			answer.kind === 'response' && when(request) ? { ...answer, ...change } : answer,
	};
}

/** Changes the rows of the lists for some requests. */
function changed(when: RegExp, change: (rows: object[]) => object[]): EmulatorOptions {
	return {
		onAnswer: (request, answer) => {
			if (answer.kind !== 'response' || answer.status !== 200 || !when.test(request.url)) {
				return answer;
			}
			const page = JSON.parse(answer.body) as { data: object[] };
			return { ...answer, body: JSON.stringify({ ...page, data: change(page.data) }) };
		},
	};
}

describe('the check of a service', () => {
	it('finds the emulator as the nodes assume the service to be, and sees every point', async () => {
		const findings = await checkEmulator();

		expect(findings.filter(({ verdict }) => verdict !== 'asAssumed')).toEqual([]);
	});

	it('waits where the rate limit refuses a request', async () => {
		const findings = await checkEmulator({ limitPerWindow: 10 });

		expect(findings.filter(({ verdict }) => verdict !== 'asAssumed')).toEqual([]);
	});

	it('only reads, with at most two dozen requests', async () => {
		const requests: EmulatorRequest[] = [];
		const onAnswer: EmulatorOptions['onAnswer'] = (request, answer) => {
			if (!request.url.includes('cursor=')) requests.push(request);
			return answer;
		};

		await checkEmulator({ onAnswer });

		expect(requests.map(({ method }) => method)).toEqual(requests.map(() => 'GET'));
		expect(requests.length).toBeLessThan(24);
	});

	it('contains nothing that was in a submission, a form, or a key', async () => {
		const sent: string[] = [];
		const findings = await checkEmulator({
			onAnswer: (request, answer) => {
				sent.push(String(request.headers.authorization).replace('Bearer ', ''));
				if (answer.kind === 'response') sent.push(...textsIn(JSON.parse(answer.body)));
				return answer;
			},
		});
		const output = JSON.stringify(findings);
		const allowed = [
			'new',
			'spam',
			'checkservice',
			'unauthorized',
			'not_found',
			'invalid_parameter',
		];

		expect(sent).toContain('203.0.113.7');
		const telling = sent.filter((text) => text.length > 2 && !allowed.includes(text));
		expect([...new Set(telling)].filter((text) => output.includes(text))).toEqual([]);
	});
});

/** Every text in a JSON value. */
function textsIn(value: unknown): string[] {
	if (typeof value === 'string') return [value];
	return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

describe('what is found', () => {
	it.each<[string, EmulatorOptions, string]>([
		['rateReset', { resetFormat: 'unixSeconds' }, 'Unix seconds'],
		['rateReset', { resetFormat: 'unixMilliseconds' }, 'Unix milliseconds'],
		['rateReset', { resetFormat: 'secondsFromNow' }, 'seconds from now'],
		['rateReset', { resetFormat: 'secondsFromNow', resetRounding: 'down' }, 'seconds from now'],
		['rateReset', { resetFormat: 'millisecondsFromNow' }, 'milliseconds from now'],
		['rateReset', { resetFormat: 'iso' }, 'ISO 8601 date'],
		['rateReset', { resetFormat: 'httpDate' }, 'HTTP date'],
		['rateReset', { resetFormat: 'unixSeconds', clockSkewMs: 3_600_000 }, 'Unix seconds'],
		['date', { clockSkewMs: 90_000 }, 'there; 90 s ahead of this machine'],
		['date', { clockSkewMs: -90_000 }, 'there; 90 s behind this machine'],
		['single', { singleEnvelope: true }, 'in { ok, data }; the same as in a list'],
		[
			'pageSize',
			{ badValues: 'ignore' },
			'25 by default; 100 if 100 are requested; 101 becomes 100',
		],
		['badValue', { badValues: 'ignore' }, '200: ignored'],
		['unknownForm', { unknownForm: 'emptyList' }, '200, an empty list'],
		['wrongKey', { errorFormat: 'text' }, '401 { error: string, ok: false }'],
		['wrongKey', { errorFormat: 'flat' }, '401 { code: "unauthorized", message: string }'],
		['wrongKey', { errorFormat: 'empty' }, '401 (empty)'],
		['cursorLife', { cursorLifeMs: 2 * 3_600_000 }, '60 min and more'],
	])('as assumed: %s with %j', async (id, options, found) => {
		expect(await ask(id, options)).toMatchObject({ found, verdict: 'asAssumed' });
	});

	it.each<[string, EmulatorOptions, string]>([
		['rateRemaining', { rateLimited: false }, 'always the same'],
		['rateReset', { resetFormat: 'absent' }, 'absent'],
		['rateReset', { resetFormat: 'garbage' }, 'not always a time'],
		['rateReset', { windowMs: 3_600_000 }, 'read as Unix seconds, but then 60 min away'],
		[
			'rateReset',
			{ windowMs: 3_600_000, resetFormat: 'secondsFromNow' },
			'seconds from now, of more than a minute',
		],
		['date', { dateHeader: 'absent' }, 'not on every response'],
		[
			'wrongKey',
			{ keyRefusalStatus: 403 },
			'403 { error: { code: "unauthorized", message: string }, ok: false }',
		],
		['unknownId', { errorFormat: 'html' }, '404 (web page)'],
		['cursorLife', { cursorLifeMs: 7 * 60_000 }, 'more than 5 min; refused (422) after 10 min'],
	])('otherwise: %s with %j', async (id, options, found) => {
		const finding = await ask(id, options);

		expect(finding).toMatchObject({ found, verdict: 'differs' });
		expect(finding.consequence).toMatch(/^\p{Lu}.*\.$/u);
	});

	it('says which values of include_test include tests', async () => {
		expect(await ask('includeTest', { testFlags: ['1'] })).toMatchObject({
			found:
				'"true": refused (422); "1": includes tests; "": refused (422); "false": refused (422)',
			verdict: 'differs',
		});
		expect(await ask('includeTest', { testFlags: ['1'], badValues: 'ignore' })).toMatchObject({
			found: '"true": no tests; "1": includes tests; "": no tests; "false": no tests',
			verdict: 'differs',
		});
	});

	it("doesn't mistake a submission that has just arrived for a test", async () => {
		const busy: Prepare = (emulator, { id: formId }) => {
			emulator.addSubmissions(formId, 3);
			emulator.onAnswer((_request, answer) => {
				emulator.addSubmission({ formId });
				return answer;
			});
		};

		expect(await ask('includeTest', {}, busy)).toMatchObject({ verdict: 'notSeen' });
	});

	it('recognizes a list that is newest first by another time', async () => {
		const byHours: Prepare = (emulator, { id: formId }) => {
			for (let hour = 0; hour < 5; hour++) {
				emulator.addSubmission({
					formId,
					submittedAt: START_MS - hour * 3_600_000,
					createdAt: START_MS - 10 * 3_600_000 + hour * 3_600_000,
				});
			}
		};

		expect(await ask('order', bySubmission, byHours)).toMatchObject({
			found: 'meta.submittedAt; createdAt is up to 14400 s off',
			verdict: 'differs',
		});
	});

	it('tolerates a list that is out of order by less than two seconds', async () => {
		const late: Prepare = (emulator, { id: formId }) => {
			emulator.addSubmission({ formId, submittedAt: START_MS - 1000, createdAt: START_MS });
			emulator.addSubmission({ formId, createdAt: START_MS - 500 });
		};

		expect(await ask('order', bySubmission, late)).toMatchObject({
			found: 'meta.submittedAt; createdAt is up to 1 s off',
			verdict: 'asAssumed',
		});
	});

	it.each<[string, EmulatorOptions, string]>([
		[
			'files',
			changed(/limit=100/, (rows) =>
				rows.map((row) => ({ ...row, files: [{ key: 'a', bytes: 3 }] })),
			),
			'bytes: number, key: string',
		],
		[
			'meta',
			changed(/limit=100/, (rows) => rows.map((row) => ({ ...row, meta: { at: 1, 'a@b.c': 1 } }))),
			'(other): number, at: number',
		],
		[
			'single',
			instead(({ url }) => url.includes('/sub_'), { body: '{"row":{}}' }),
			'200 { row: {} }',
		],
		['cursor', changed(/cursor=/, () => []), 'refused: 200 { data: [], ok: true'],
		['cursor', changed(/cursor=/, (rows) => rows.slice(1)), 'skips submissions'],
		[
			'cursor',
			changed(/limit=2$|cursor=/, () => [{ id: 'sub_1' }]),
			'repeats submissions of the page before',
		],
		[
			'badCursor',
			instead(({ url }) => url.includes('cursor=checkservice'), { status: 429 }),
			'429 { error: { code: "invalid_parameter"',
		],
		[
			'unknownForm',
			instead(({ url }) => url.includes('form_id='), {
				status: 200,
				body: '{"ok":true,"data":[{"id":"sub_1"}]}',
			}),
			'200, submissions of other forms',
		],
	])('tells what goes wrong with %s', async (id, options, found) => {
		const finding = await ask(id, options);

		expect(finding.verdict).toBe('differs');
		expect(finding.found.startsWith(found)).toBe(true);
	});

	it('of an empty workspace is only what can be seen there', async () => {
		const findings = await checkEmulator({}, () => undefined);

		const notSeen = findings.filter(({ verdict }) => verdict === 'notSeen').map(({ id }) => id);
		expect(notSeen).toEqual(
			expect.arrayContaining(['order', 'cursor', 'single', 'files', 'meta', 'others']),
		);
		expect(findings.filter(({ verdict }) => verdict === 'differs')).toEqual([]);
	});
});

describe("a service that can't be checked", () => {
	it.each<[string, EmulatorOptions, RegExp]>([
		['rejects the key', instead(() => true, { status: 401 }), /rejected the API key/],
		['lacks permissions', instead(() => true, { status: 403 }), /submissions:read/],
		['is another site', instead(() => true, { body: '<html>' }), /Check the base URL/],
		['redirects', instead(() => true, { status: 301, body: '' }), /redirects/],
	])('%s: a person is told what to do', async (_what, options, message) => {
		await expect(checkEmulator(options)).rejects.toThrow(message);
	});
});
