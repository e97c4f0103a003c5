import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { foldCase } from '../general/foldCase';
import { nodeInLog } from '../general/nodeInLog';
import { isDataObject, isRecord } from '../general/records';
import { simplifyDelivery } from '../rows/submissionRow';
import { logRefused, logUnverifiable, type Refusal } from './log';
import { beginSubmission } from './repeats';
import { findSigner, type Signer } from './secrets';
import { readTriggerSettings, type TriggerSettings } from './settings';
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
	{ form, skipRepeated, rowOptions }: TriggerSettings,
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
	const json = rowOptions.simplify ? simplifyDelivery(body, rowOptions) : body;
	return { workflowData: [[{ json }]], webhookResponse: { received: true } };
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
