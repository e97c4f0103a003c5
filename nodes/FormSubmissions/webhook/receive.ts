import { createHash } from 'crypto';
import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { foldCase } from '../general/foldCase';
import { nodeInLog } from '../general/nodeInLog';
import { isDataObject, isRecord } from '../general/records';
import { BoundedMap, remembered } from '../general/remembered';
import { simplifyDelivery } from '../rows/submissionRow';
import { ringDoorbell } from '../state/doorbell';
import { noteHeard } from '../state/heard';
import { nodeKeyOf } from '../state/nodeStates';
import { logRefused, logUnverifiable, type Refusal } from './log';
import { findSigner, type Signer } from './secrets';
import {
	isListening,
	readTriggerSettings,
	type TriggerContext,
	type TriggerSettings,
} from './settings';
import { isSignedWith, readSignatures } from './signature';

/**
 * Handles a request to the trigger's address. Until the signature has been verified, nothing in the
 * request is parsed, stored, or logged, and nothing may be thrown: n8n would store a failed
 * execution, and start the error workflow, for anyone who knows the address.
 */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const signatures = readSignatures({ ...context.getHeaderData() }, Date.now());
	if (typeof signatures === 'string') return refuse(context, signatures);
	const rawBody = await readRawBody(context);
	if (!rawBody) return refuse(context, 'the body could not be read');

	let settings: TriggerSettings;
	let signer: Signer | Refusal;
	try {
		settings = readTriggerSettings(context);
		signer = await findSigner(context, settings, (secret) =>
			isSignedWith(secret, signatures, rawBody),
		);
	} catch (error) {
		logUnverifiable(context, error);
		// Not 401: the service may have signed it, and should send it again.
		return respond(context, 503, { error: "The delivery couldn't be verified; try again" });
	}
	if (typeof signer === 'string') return refuse(context, signer);
	return accept(context, settings, signer, parseJson(rawBody));
}

/**
 * The bytes as they arrived; undefined if they are gone. n8n keeps them for the content types that
 * it parses itself, reads others on request, and consumes those of a multipart body.
 */
async function readRawBody(context: IWebhookFunctions): Promise<Buffer | undefined> {
	const request = context.getRequestObject();
	if (request.rawBody) return request.rawBody;
	try {
		await request.readRawBody();
	} catch {
		return undefined;
	}
	return request.rawBody;
}

/** Undefined if the bytes aren't JSON. Decoding drops a byte order mark, as n8n does. */
function parseJson(rawBody: Uint8Array): unknown {
	try {
		return JSON.parse(new TextDecoder().decode(rawBody));
	} catch {
		return undefined;
	}
}

/** Handles a genuine delivery: runs the workflow, or responds why it doesn't. */
function accept(
	context: IWebhookFunctions,
	{ form, skipRepeated, isComplete, deliveryRows }: TriggerSettings,
	signer: Signer,
	body: unknown,
): IWebhookResponseData {
	if (!isDataObject(body)) {
		logIgnored(context, 'its body is not a JSON object');
		return respond(context, 422, { error: 'The body is not a JSON object' });
	}
	if (!isSubmission(body)) {
		logIgnored(context, 'its event is not a new submission');
		return respond(context, 200, { ignored: 'another event' });
	}
	if (!isOfForm(body.form, signer.formId, form.id)) {
		logIgnored(context, "it belongs to a form other than the one chosen in 'Form'");
		return respond(context, 200, { ignored: 'another form' });
	}
	// Without an ID, a repeat can't be recognized.
	const id = isRecord(body.submission) ? body.submission.id : undefined;
	if (skipRepeated && typeof id === 'string' && id !== '') {
		const earlier = beginSubmission(context, signer.baseUrl, id);
		if (earlier === 'accepted') return respond(context, 200, { repeated: true });
		if (earlier === 'running') {
			const error = 'This submission is still being processed; try again';
			return respond(context, 503, { error });
		}
	}
	const received = { received: true };
	if (isComplete && !isListening(context)) {
		// The submission is in the list, or will be.
		ringDoorbell(nodeKeyOf(context));
		return respond(context, 200, received);
	}
	const json = deliveryRows.simplify ? simplifyDelivery(body, deliveryRows) : body;
	if (isListening(context)) noteHeard(nodeKeyOf(context), { submissionId: id, row: json });
	return { workflowData: [[{ json }]], webhookResponse: received };
}

/** Only what is clearly another event is one: a missing field never costs a submission. */
function isSubmission({ event, submission }: IDataObject): boolean {
	return event === 'submission.created' || (typeof event !== 'string' && submission !== undefined);
}

/** Likewise, only what is clearly another form is one. If none was registered, its name counts, too. */
function isOfForm(sent: unknown, registeredId: string | undefined, chosen = ''): boolean {
	const { id, name } = isRecord(sent) ? sent : {};
	if (typeof id !== 'string' || id.trim() === '') return true;
	if (registeredId !== undefined) return id.trim() === registeredId;
	const isNamed = typeof name === 'string' && foldCase(name) === foldCase(chosen);
	return id.trim() === chosen || isNamed;
}

/** Submissions to remember; some 200 bytes each. */
const MAX_SUBMISSIONS = 20_000;

type Progress = 'running' | 'accepted';

const submissions = remembered(() => new BoundedMap<string, Progress>(MAX_SUBMISSIONS));

/**
 * Begins to process a submission, unless this process has already begun: then returns how far that
 * has come. It is accepted once n8n has ended its response with 2xx, i.e. has stored or queued the
 * execution; after anything else, the service should send it again. In memory, because n8n doesn't
 * save static data when a delivery starts a workflow. Two services may use the same IDs.
 */
function beginSubmission(
	context: IWebhookFunctions,
	baseUrl: string,
	submissionId: string,
): Progress | undefined {
	const hash = createHash('sha256').update(JSON.stringify([baseUrl, submissionId]));
	const key = keyStart(context) + hash.digest('base64');
	const progress = submissions().get(key);
	if (progress !== undefined) return progress;

	submissions().set(key, 'running');
	whenResponded(context, (statusCode) => {
		if (statusCode >= 200 && statusCode < 300) submissions().set(key, 'accepted');
		else submissions().delete(key);
	});
	return undefined;
}

/** Call this when a person begins to listen: the same submission can be tried each time. */
export function forgetTestSubmissions(context: TriggerContext): void {
	for (const key of submissions().keys()) {
		if (key.startsWith(keyStart(context))) submissions().delete(key);
	}
}

/** Listening for a test event has a memory of its own. */
function keyStart(context: TriggerContext): string {
	return `${isListening(context) ? 'test' : 'production'}\n${nodeKeyOf(context)}\n`;
}

/**
 * Calls back when n8n ends its response. The `close` event won't do: if the sender hangs up early,
 * it fires while n8n is still storing the execution.
 */
function whenResponded(context: IWebhookFunctions, callback: (statusCode: number) => void): void {
	const response = context.getResponseObject();
	response.end = new Proxy(response.end, {
		apply(end, _response, args) {
			callback(response.statusCode);
			return Reflect.apply(end, response, args);
		},
	});
}

/** Logs why a genuine delivery doesn't run the workflow; there is no other trace of it. */
function logIgnored(context: IWebhookFunctions, why: string): void {
	context.logger.info(`${nodeInLog(context)}: a delivery was ignored: ${why}.`);
}

function refuse(context: IWebhookFunctions, reason: Refusal): IWebhookResponseData {
	logRefused(context, reason);
	return respond(context, 401, { error: `Not accepted: ${reason}` });
}

/** The empty result tells n8n to start nothing, and not to respond itself. */
function respond(
	context: IWebhookFunctions,
	statusCode: number,
	body: Record<string, unknown>,
): IWebhookResponseData {
	context.getResponseObject().status(statusCode).json(body);
	return { noWebhookResponse: true };
}
