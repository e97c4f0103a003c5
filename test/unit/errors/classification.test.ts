import {
	findingOfThrown,
	serviceMessage,
	situationOfResponse,
} from '../../../nodes/FormSubmissions/errors';

const situationOf = (status: number) => situationOfResponse(status, {}, false, true);

describe('a status', () => {
	it.each([408, 425, 500, 502, 503, 504, 520, 521, 522, 523, 524, 529])(
		'%i, after which the request is retried, is the service’s fault',
		(status) => {
			expect(situationOf(status)).toBe('serviceDown');
		},
	);

	it.each([
		[401, 'keyRefused'],
		[402, 'paymentRequired'],
		[403, 'notPermitted'],
		[404, 'notFound'],
		[429, 'rateLimited'],
		[400, 'badRequest'],
		[409, 'badRequest'],
		[422, 'badRequest'],
		[300, 'redirected'],
		[399, 'redirected'],
		[199, 'unexpectedStatus'],
		[418, 'unexpectedStatus'],
		[499, 'unexpectedStatus'],
		[500, 'serviceDown'],
		[599, 'serviceDown'],
		[200, 'notOk'],
		[299, 'notOk'],
		[NaN, 'unexpectedStatus'],
	])('%i means %s', (status, situation) => {
		expect(situationOf(status)).toBe(situation);
	});

	it.each([
		[undefined, true, 'notThisApi'],
		[[], true, 'notThisApi'],
		[undefined, false, 'notFound'],
		[{}, false, 'notFound'],
	])('404 with %j, if responses are documented (%p), means %s', (json, isDocumented, situation) => {
		expect(situationOfResponse(404, json, false, isDocumented)).toBe(situation);
	});
});

describe('the service’s own words', () => {
	it.each<[unknown, string | undefined]>([
		[{ error: { message: 'nested' }, message: 'plain' }, 'nested'],
		[{ error: 'text', message: 'plain' }, 'text'],
		[{ error: { code: 5 }, message: 'plain' }, 'plain'],
		[{ error: ' ', message: 'plain' }, 'plain'],
		[{ message: ' two\n lines ' }, ' two\n lines '],
		[{ message: '' }, undefined],
		[{}, undefined],
		[[], undefined],
		['text', undefined],
		[undefined, undefined],
	])('from %j', (body, words) => {
		expect(serviceMessage(body)).toBe(words);
	});
});

describe('a thrown error', () => {
	const nested = (depth: number, innermost: object): object =>
		depth === 0 ? innermost : { message: 'outer', cause: nested(depth - 1, innermost) };

	it.each<[object, string]>([
		[{ code: 'ECONNRESET' }, 'bodyCutShort'],
		[{ httpCode: 'ECONNRESET' }, 'bodyCutShort'],
		[{ code: 'EPIPE' }, 'bodyCutShort'],
		[{ code: 'ERR_STREAM_PREMATURE_CLOSE' }, 'bodyCutShort'],
		[{ code: 'ERR_BAD_RESPONSE', message: 'stream has been aborted' }, 'bodyCutShort'],
		[{ message: 'aborted' }, 'bodyCutShort'],
		[{ message: 'The connection was aborted' }, 'noConnection'],
		[{ message: 'aborted by a person' }, 'noConnection'],
		[{ code: 'xECONNRESET' }, 'noConnection'],
		[{ code: 'ECONNRESETx' }, 'noConnection'],
		[{ code: 'ECONNABORTED' }, 'noResponseInTime'],
		[{ code: 'ETIMEDOUT' }, 'noResponseInTime'],
		[{ code: 'ESOCKETTIMEDOUT' }, 'noResponseInTime'],
		[{ code: 'xECONNABORTED' }, 'noConnection'],
		[{ code: 'ECONNABORTEDx' }, 'noConnection'],
		[{ code: 'TIMEDOUTx' }, 'noConnection'],
		[{ code: 'ENOTFOUND' }, 'hostNotFound'],
		[{ code: 'xENOTFOUND' }, 'noConnection'],
		[{ code: 'ENOTFOUNDx' }, 'noConnection'],
		[{ code: 'CERT_HAS_EXPIRED' }, 'certificateOutdated'],
		[{ code: 'CERT_NOT_YET_VALID' }, 'certificateOutdated'],
		[{ code: 'CERT_REVOKED' }, 'certificate'],
		[{ code: 'ERR_TLS_CERT_ALTNAME_INVALID' }, 'certificate'],
		[{ code: 'ERR_TLS_HANDSHAKE' }, 'certificate'],
		[{ code: 'xERR_TLS' }, 'noConnection'],
		[{ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }, 'certificateUntrusted'],
		[{ code: 'SELF_SIGNED_CERT_IN_CHAIN' }, 'certificateUntrusted'],
		[{ code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' }, 'certificateUntrusted'],
		[{ code: 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY' }, 'certificateUntrusted'],
		[{ code: 'EPROTO' }, 'notHttps'],
		[{ code: 'ERR_SSL_WRONG_VERSION_NUMBER' }, 'notHttps'],
		[{ code: 'xEPROTO' }, 'noConnection'],
		[{ code: 'HPE_INVALID_CONSTANT' }, 'unreadableResponse'],
		[{ code: 'HPE_HEADER_OVERFLOW' }, 'unreadableResponse'],
		[{ code: 'Z_DATA_ERROR' }, 'unreadableResponse'],
		[{ code: 'xHPE_INVALID_CONSTANT' }, 'noConnection'],
		[{ message: 'Request to restricted IP address' }, 'blockedByN8n'],
		[{ message: 'The request was blocked', code: 'ECONNRESET' }, 'blockedByN8n'],
		[{ code: 42, message: 42 }, 'noConnection'],
		[{}, 'noConnection'],
		[nested(4, { code: 'ENOTFOUND' }), 'hostNotFound'],
		[nested(5, { code: 'ENOTFOUND' }), 'noConnection'],
	])('%j means %s', (thrown, situation) => {
		expect(findingOfThrown(thrown)).toEqual({ situation });
	});

	it.each([null, undefined, 'ENOTFOUND', 5])(
		'that is not an error object (%p) means no connection',
		(thrown) => {
			expect(findingOfThrown(thrown)).toEqual({ situation: 'noConnection' });
		},
	);
});
