import type { Answer, EmulatorRequest, ResponseAnswer } from './types';

/**
 * What goes wrong with a request:
 * - `reset`, `{ code }`: the connection breaks before the request is handled; with this error code
 * - `failAfterAccepting`: the request takes effect, then the connection breaks
 * - `cut`: the response ends halfway
 * - `hang`: no response ever arrives
 * - `html`: 200 with a web page, as sent by a proxy or a captive portal
 * - `notOk`, `noData`, `noCursor`, `brokenJson`: 200 with a spoiled body
 * - `{ status }`, `{ redirect }`, `{ body }`: this response (a `body` alone is sent with 200)
 */
export type Fault =
	| 'reset'
	| 'failAfterAccepting'
	| 'cut'
	| 'hang'
	| 'html'
	| 'notOk'
	| 'noData'
	| 'noCursor'
	| 'brokenJson'
	| { code: string }
	| { status: number; body?: unknown; headers?: Record<string, string> }
	| { redirect: string }
	| { body: string };

type FaultOptions = {
	/** How many requests the fault affects. Default 1. */
	times?: number;
	/** How many such requests pass before. Default 0. */
	skip?: number;
	/** Which requests it affects. Default: any. */
	when?: (request: EmulatorRequest) => boolean;
};

type Scripted = Required<Omit<FaultOptions, 'times'>> & { fault: Fault; remaining: number };

export type Faults = ReturnType<typeof createFaults>;

export function createFaults() {
	let scripted: Scripted[] = [];
	return {
		failNext(fault: Fault, options: FaultOptions = {}): void {
			const { times = 1, skip = 0, when = () => true } = options;
			scripted.push({ fault, remaining: times, skip, when });
		},
		/** The oldest unused fault for such a request; it then counts as used. */
		take(request: EmulatorRequest): Fault | undefined {
			const found = scripted.find(({ remaining, when }) => remaining > 0 && when(request));
			if (found === undefined) return undefined;
			if (found.skip-- > 0) return undefined;
			found.remaining -= 1;
			return found.fault;
		},
		unused: () =>
			scripted
				.filter(({ remaining }) => remaining > 0)
				.map(({ fault, remaining }) => `${remaining} × ${JSON.stringify(fault)}`),
		clear(): void {
			scripted = [];
		},
	};
}

/** The faulty response; `accept` carries out the request if the fault allows that. */
export function answerFault(
	fault: Fault,
	serviceHeaders: Record<string, string>,
	accept: () => ResponseAnswer,
): Answer {
	if (fault === 'reset' || fault === 'hang') return { kind: fault };
	if (typeof fault === 'object' && 'code' in fault) return { kind: 'reset', code: fault.code };
	if (fault === 'failAfterAccepting') {
		accept();
		return { kind: 'reset' };
	}
	if (fault === 'cut') {
		const { status, headers, body } = accept();
		return { kind: 'cut', status, headers, body };
	}
	if (typeof fault === 'string' && fault !== 'html') {
		const answer = accept();
		if (answer.status !== 200) return answer;
		return { ...answer, body: spoilt(fault, answer.body), fault: 'scripted' };
	}
	const substituted = substitute(fault);
	return {
		kind: 'response',
		fault: 'scripted',
		...substituted,
		headers: { ...serviceHeaders, ...substituted.headers },
	};
}

function spoilt(how: 'notOk' | 'noData' | 'noCursor' | 'brokenJson', body: string): string {
	const whole = JSON.parse(body) as object;
	switch (how) {
		case 'brokenJson':
			return body.slice(0, body.length / 2);
		case 'notOk':
			return '{"ok":false,"error":{"message":"Something went wrong"}}';
		case 'noData':
			return JSON.stringify({ ...whole, data: null });
		case 'noCursor': {
			const pagination = { limit: 100, hasMore: true, nextCursor: null };
			return JSON.stringify({ ...whole, pagination });
		}
	}
}

type Substitute = { status: number; headers: Record<string, string>; body: string };

function substitute(fault: Exclude<Fault, string | { code: string }> | 'html'): Substitute {
	if (fault === 'html') {
		const body = '<!doctype html><title>Sign in</title><p>Sign in to use this network.</p>';
		return { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body };
	}
	if ('redirect' in fault) return { status: 302, headers: { location: fault.redirect }, body: '' };
	if (!('status' in fault)) return { status: 200, headers: {}, body: fault.body };

	const { status, headers = {}, body } = fault;
	const error = { message: `Scripted fault: status ${status}` };
	const sent = body ?? { ok: false, error };
	return { status, headers, body: typeof sent === 'string' ? sent : JSON.stringify(sent) };
}
