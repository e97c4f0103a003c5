import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { nodeInLog, nodeKeyOf } from '../../general/node';
import { ProcessMemory } from '../../general/processMemory';
import { isWithin } from '../../general/time';
import { TOO_FAR_AHEAD, TOO_OLD, type Refusal } from './signature';
import type { Genuine, Ignorance, NotGenuine } from './verify';

/** Anyone may send requests, so a trigger logs at most one line of each level about them in this time (milliseconds). */
const INTERVAL_MS = 60_000;

const MAX_LOGGING_TRIGGERS = 1_000;

type LastLine = { loggedAtMs: number; omitted: number };

const lastLines = new ProcessMemory<LastLine>(MAX_LOGGING_TRIGGERS);

const COMPARE_CLOCK = "compare this machine's clock with the actual time";
const CHECK_PROXY = 'look for a proxy in front of n8n that adds or repeats headers';

/** What to do if the service sent a delivery that was refused. */
const ADVICE_IF_REFUSED: Record<Refusal, string> = {
	'the signature headers are missing':
		"its destination has no secret: delete it there, and add 'Register Again' to the trigger (or raise it by one) and publish",
	'the signature does not match':
		"it may come from an older destination, to be deleted there; otherwise, add 'Register Again' to the trigger (or raise it by one) and publish",
	'no secret is known': "check the base URL and the API key in this node's credential",
	[TOO_OLD]: COMPARE_CLOCK,
	[TOO_FAR_AHEAD]: COMPARE_CLOCK,
	'the timestamp is not valid': CHECK_PROXY,
	'there are too many signature headers': CHECK_PROXY,
	'the body could not be read':
		"look for a proxy in front of n8n that changes the body or its content type: the service's is JSON",
};

const IGNORED: Record<Ignorance, { why: string; status: number; body: Body }> = {
	'not an object': {
		why: 'its body is not a JSON object',
		status: 422,
		body: { error: 'The body is not a JSON object' },
	},
	'another event': {
		why: 'its event is not a new submission',
		status: 200,
		body: { ignored: 'another event' },
	},
	'another form': {
		why: "it belongs to a form other than the one chosen in 'Form'",
		status: 200,
		body: { ignored: 'another form' },
	},
};

/** The only place that knows status, body, and line in the log; nothing of a request is logged: anyone may have sent it. */
export function respond(
	context: IWebhookFunctions,
	verified: Genuine | NotGenuine,
): IWebhookResponseData {
	switch (verified.kind) {
		case 'genuine':
			// The submission is in the list, or will be.
			return send(context, 200, { received: true });
		case 'ignored':
			return respondIgnored(context, verified.reason);
		case 'refused':
			logRefused(context, verified.reason);
			return send(context, 401, { error: `Not accepted: ${verified.reason}` });
		case 'unverifiable':
			logUnverifiable(context, verified.cause);
			// Not 401: the service should send it again.
			return send(context, 503, { error: "The delivery couldn't be verified; try again" });
	}
}

type Body = Record<string, unknown>;

/** The empty result tells n8n to start nothing, and not to respond itself. */
function send(context: IWebhookFunctions, status: number, body: Body): IWebhookResponseData {
	context.getResponseObject().status(status).json(body);
	return { noWebhookResponse: true };
}

/** The line in the log is the only trace of it. */
function respondIgnored(context: IWebhookFunctions, reason: Ignorance): IWebhookResponseData {
	const { why, status, body } = IGNORED[reason];
	context.logger.info(`${nodeInLog(context)}: a delivery was ignored: ${why}.`);
	return send(context, status, body);
}

function logRefused(context: IWebhookFunctions, reason: Refusal): void {
	const what = `a delivery was refused at ${new Date(Date.now()).toISOString()}: ${reason}`;
	logOnceAMinute(context, 'warn', `${what}. If the service sent it, ${ADVICE_IF_REFUSED[reason]}.`);
}

function logUnverifiable(context: IWebhookFunctions, cause: unknown): void {
	const reason = cause instanceof Error ? cause.message : String(cause);
	logOnceAMinute(context, 'error', `a delivery couldn't be verified: ${reason}`);
}

function logOnceAMinute(context: IWebhookFunctions, level: 'warn' | 'error', line: string): void {
	const key = `${level} ${nodeKeyOf(context)}`;
	const nowMs = Date.now();
	const last = lastLines.get(key);
	if (last && isWithin(INTERVAL_MS, last.loggedAtMs, nowMs)) {
		last.omitted++;
		return;
	}
	lastLines.set(key, { loggedAtMs: nowMs, omitted: 0 });
	const omitted = last?.omitted ? ` Not logged since the last such line: ${last.omitted}.` : '';
	context.logger[level](`${nodeInLog(context)}: ${line}${omitted}`);
}
