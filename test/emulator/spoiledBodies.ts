import type { ResponseAnswer } from './types';

/** Ways in which the body of a response with status 200 is unusable. */
const SPOILINGS = ['notOk', 'noData', 'noCursor', 'brokenJson'] as const;

export type Spoiling = (typeof SPOILINGS)[number];

export function isSpoiling(fault: unknown): fault is Spoiling {
	return SPOILINGS.some((one) => one === fault);
}

/** The response with such a body; one that is no success stays as it is. */
export function spoil(how: Spoiling, answer: ResponseAnswer): ResponseAnswer {
	if (answer.status !== 200) return answer;
	return { ...answer, body: spoilBody(how, answer.body), fault: 'scripted' };
}

function spoilBody(how: Spoiling, body: string): string {
	if (how === 'brokenJson') return body.slice(0, body.length / 2);
	return JSON.stringify(changeBody(how, JSON.parse(body) as object));
}

function changeBody(how: Exclude<Spoiling, 'brokenJson'>, body: object): object {
	switch (how) {
		case 'notOk':
			return { ok: false, error: { message: 'Something went wrong' } };
		case 'noData':
			return { ...body, data: null };
		case 'noCursor':
			return { ...body, pagination: { limit: 100, hasMore: true, nextCursor: null } };
	}
}
