import type { INode } from 'n8n-workflow';

import {
	apiError,
	asNodeError,
	inputError,
	isSituation,
	needsPerson,
} from '../../../nodes/FormSubmissions/errors/nodeErrors';
import { sentencesOf, type Situation } from '../../../nodes/FormSubmissions/errors/situations';

const node: INode = {
	id: '1',
	name: 'Form Submissions',
	type: 'n8n-nodes-form-submissions.formSubmissions',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

const shown = { secrets: [], isMessageOnly: false };

const errorOf = (situation: Situation, values = {}) =>
	apiError(node, { situation, ...values }, shown);

describe('the texts of errors', () => {
	it('are a message and a description for a person', () => {
		const error = errorOf('keyRefused');

		expect([error.message, error.description]).toEqual(sentencesOf('keyRefused'));
	});

	it('are all in the message where n8n passes on nothing else', () => {
		const error = apiError(node, { situation: 'keyRefused' }, { ...shown, isMessageOnly: true });

		expect(error.message).toBe(sentencesOf('keyRefused').join(' '));
		expect(error.description).toBeNull();
	});

	it('stay, even if they contain what n8n takes for a code', () => {
		expect(inputError(node, 'No homepermit').message).toBe('No homepermit');
		expect(errorOf('noSuchForm', { id: 'homepermit' }).message).toContain('"homepermit"');
	});
});

describe('an error', () => {
	it.each<[Situation, string | undefined, boolean]>([
		['keyRefused', 'credential-invalid', true],
		['paymentRequired', 'configuration-invalid', true],
		['notPermitted', 'configuration-invalid', true],
		['noSuchForm', 'configuration-invalid', true],
		['blockedByN8n', 'configuration-invalid', true],
		['tooLarge', 'configuration-invalid', true],
		['blockedOnTheWay', 'temporarily-unavailable', false],
		['serviceDown', 'temporarily-unavailable', false],
		['noResponseInTime', 'temporarily-unavailable', false],
		['cursorRefused', 'temporarily-unavailable', false],
		['noPagination', undefined, false],
	])('tells n8n the cause, and whether only a person can fix it: %s', (situation, cause, is) => {
		const error = errorOf(situation, { retryAfterMs: 5 });

		expect(error.failure).toEqual(cause && { cause });
		expect(needsPerson(error)).toBe(is);
	});

	it('tells n8n how long to wait for the rate limit', () => {
		const { failure } = errorOf('rateLimited', { status: 429, retryAfterMs: 20_000.2 });

		expect(failure).toEqual({ cause: 'rate-limited', retryAfterMs: 20_001 });
	});

	it('has the status of the response, if there was one', () => {
		expect(errorOf('serviceDown', { status: 503 }).httpCode).toBe('503');
		expect(errorOf('noConnection').httpCode).toBeNull();
	});

	it('is recognized by its situation', () => {
		expect(isSituation(errorOf('cursorRefused'), 'noList', 'cursorRefused')).toBe(true);
		expect(isSituation(errorOf('cursorRefused'), 'noList')).toBe(false);
		expect(isSituation(new Error('another'), 'noList')).toBe(false);
	});

	it('that is not ours needs no person, and is shown as it is', () => {
		expect(needsPerson(new Error('another'))).toBe(false);
		expect(asNodeError(node, new Error('another')).message).toBe('another');
		expect(asNodeError(node, 'text').message).toBe('text');
	});
});
