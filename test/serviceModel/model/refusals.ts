/** A status, or one of the ways in which a response with status 200 is unusable. */
export type Refusal =
	| number
	| 'notOk'
	| 'noCursor'
	| 'noData'
	| 'brokenJson'
	| 'webPage'
	/** Handled, but the connection broke before the whole response was sent. */
	| 'cut';

type Planned = { skip: number; count: number; how: Refusal };

/** Which upcoming requests are refused, and how. */
export class Refusals {
	private planned: Planned[] = [];

	/** Lets `skip` requests pass and refuses the `count` after them. */
	plan(planned: Planned): void {
		this.planned.push({ ...planned });
	}

	next(): Refusal | undefined {
		const [first] = this.planned;
		if (!first) return undefined;
		if (first.skip > 0) {
			first.skip--;
			return undefined;
		}
		first.count--;
		if (first.count <= 0) this.planned.shift();
		return first.how;
	}

	clear(): void {
		this.planned = [];
	}
}

/** What a refusal with status 200 turns the body of a good response into. */
export function spoil(refusal: Exclude<Refusal, number | 'cut'>, body: object): object | string {
	const text = JSON.stringify(body);
	switch (refusal) {
		case 'notOk':
			return { ok: false, error: { message: 'Something went wrong' } };
		case 'noData':
			return { ...body, data: null };
		case 'noCursor':
			return { ...body, pagination: { limit: 100, hasMore: true, nextCursor: null } };
		case 'webPage':
			return '<!doctype html><title>Maintenance</title>';
		case 'brokenJson':
			return text.slice(0, text.length / 2);
	}
}
