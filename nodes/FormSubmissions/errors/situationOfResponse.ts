import type { Situation } from './situations';

/** What a response means, as far as that depends on what was asked for. */
export type Meanings = {
	/** The specification shows the response: JSON. */
	isDocumented: boolean;
	/** What 404 means; by default, that the base URL is wrong. */
	ifUnknown?: Situation;
	/** What 400, 409, 410, and 422 mean. */
	ifRefused?: Situation;
	/** What 403 means. */
	ifForbidden?: Situation;
};

export type BodyKind = 'json' | 'html' | 'text' | 'empty';

/** What a response that isn't a success means, such as a 2xx with `ok: false`. */
export function situationOfResponse(status: number, body: BodyKind, meanings: Meanings): Situation {
	const {
		isDocumented,
		ifUnknown = 'notThisApi',
		ifRefused = 'badRequest',
		ifForbidden = 'notPermitted',
	} = meanings;
	if (status >= 200 && status < 300) return 'notOk';
	// Only a web page: "Unauthorized" as plain text is more likely to come from the service itself.
	if (status === 401) return body === 'html' ? 'blockedOnTheWay' : 'keyRefused';
	// Only a proxy asks for a login of its own.
	if (status === 407) return 'blockedOnTheWay';
	if (status === 402) return 'paymentRequired';
	if (status === 403) {
		return body === 'html' || body === 'text' ? 'blockedOnTheWay' : ifForbidden;
	}
	// This API responds in JSON, so a web page comes from some other site, or from a server that
	// expects https at this port. The cursor came from the service, which may refuse it in any words.
	const isFromElsewhere =
		isDocumented &&
		(body === 'html' || (status === 404 && body !== 'json' && ifUnknown !== 'cursorRefused'));
	if (status === 404) return isFromElsewhere ? 'notThisApi' : ifUnknown;
	if ([400, 409, 410, 422].includes(status)) return isFromElsewhere ? 'notThisApi' : ifRefused;
	if (status === 429) return 'rateLimited';
	// A cache may send 304, although no request is conditional.
	if (status >= 300 && status < 400 && status !== 304) return 'redirected';
	// 408 and 425 ask the client to repeat the request.
	if (status >= 500 || status === 408 || status === 425) return 'serviceDown';
	return 'unexpectedStatus';
}
