import {
	classifyThrown,
	serviceMessage,
	situationOfResponse,
} from '../../../nodes/FormSubmissions/errors';

const situationOf = (status: number) => situationOfResponse(status, {}, 'json', true);

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
		[304, 'unexpectedStatus'],
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
		[401, 'html'],
		[403, 'html'],
		[403, 'text'],
		[407, 'html'],
		[407, 'empty'],
	] as const)(
		'%i with %s, which this API does not send, is from something on the way',
		(status, body) => {
			expect(situationOfResponse(status, undefined, body, true)).toBe('blockedOnTheWay');
		},
	);

	it.each(['json', 'text', 'empty'] as const)('401 with %s is a refused key', (body) => {
		expect(situationOfResponse(401, undefined, body, true)).toBe('keyRefused');
	});

	it.each([
		[400, 'html', true, 'notThisApi'],
		[422, 'html', true, 'notThisApi'],
		[400, 'html', false, 'badRequest'],
		[400, 'text', true, 'badRequest'],
		[400, 'empty', true, 'badRequest'],
	] as const)(
		'%i with %s, if responses are documented (%p), means %s: a web page is no verdict of this API',
		(status, body, isDocumented, situation) => {
			expect(situationOfResponse(status, undefined, body, isDocumented)).toBe(situation);
		},
	);

	it.each([
		[undefined, true, 'notThisApi'],
		[[], true, 'notThisApi'],
		[undefined, false, 'notFound'],
		[{}, false, 'notFound'],
	])('404 with %j, if responses are documented (%p), means %s', (json, isDocumented, situation) => {
		expect(situationOfResponse(404, json, 'json', isDocumented)).toBe(situation);
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
		[{ code: 'xCERT_HAS_EXPIRED' }, 'certificate'],
		[{ code: 'CERT_HAS_EXPIREDx' }, 'certificate'],
		[{ code: 'CERT_UNTRUSTED' }, 'certificateUntrusted'],
		[{ code: 'xCERT_UNTRUSTED' }, 'certificate'],
		[{ code: 'CERT_UNTRUSTEDx' }, 'certificate'],
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
		[{ code: 'EPROTOx' }, 'noConnection'],
		[{ code: 'xERR_SSL_WRONG_VERSION_NUMBER' }, 'noConnection'],
		[{ code: 'ECONNRESET', message: 'disconnected before secure TLS connection' }, 'notHttps'],
		[{ code: 'HPE_INVALID_CONSTANT' }, 'unreadableResponse'],
		[{ code: 'HPE_HEADER_OVERFLOW' }, 'unreadableResponse'],
		[{ code: 'Z_DATA_ERROR' }, 'unreadableResponse'],
		[{ code: 'ERR__ERROR_FORMAT_PADDING_1' }, 'unreadableResponse'],
		[{ code: 'ERR_BROTLI_INVALID_PARAM' }, 'unreadableResponse'],
		[{ code: 'xHPE_INVALID_CONSTANT' }, 'noConnection'],
		[{ code: 'xZ_DATA_ERROR' }, 'noConnection'],
		[{ code: 'Z_DATA_ERRORx' }, 'noConnection'],
		[{ code: 'xERR__ERROR_FORMAT_PADDING_1' }, 'noConnection'],
		[{ code: 'xERR_BROTLI_INVALID_PARAM' }, 'noConnection'],
		[{ message: 'Request to restricted IP address' }, 'blockedByN8n'],
		[{ message: 'Refused by SSRF protection' }, 'blockedByN8n'],
		[{ message: 'The request was blocked', code: 'ECONNRESET' }, 'blockedByN8n'],
		[{ code: 42, message: 42 }, 'noConnection'],
		[{}, 'noConnection'],
		[nested(4, { code: 'ENOTFOUND' }), 'hostNotFound'],
		[nested(5, { code: 'ENOTFOUND' }), 'noConnection'],
	])('%j means %s', (thrown, situation) => {
		expect(classifyThrown(thrown)).toEqual({ situation });
	});

	it.each([null, undefined, 'ENOTFOUND', 5])(
		'that is not an error object (%p) means no connection',
		(thrown) => {
			expect(classifyThrown(thrown)).toEqual({ situation: 'noConnection' });
		},
	);
});
