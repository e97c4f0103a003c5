import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { foldText } from '../general/typedText';
import { nodeInLog, nodeKeyOf } from '../general/node';
import { isDataObject, isRecord } from '../general/records';
import { simplifyDelivery } from '../rows/submissionRow';
import { ring } from './listen';
import { logRefused, logUnverifiable, type Refusal } from './log';
import { beginRun } from './repeats';
import { findSigner, storedRegistrations, type Registrations, type Signer } from './secrets';
import { readTriggerSettings, type TriggerSettings } from './settings';
import { isSignedWith, readSignatures } from './signature';

/**
 * Handles a request to the published trigger's address: a genuine delivery rings, or runs the workflow
 * itself.
 */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const verified = await verify(context, storedRegistrations(context));
	if ('response' in verified) return verified.response;
	const { settings, signer, body } = verified;
	const id = submissionIdIn(body);
	if (settings.isComplete) {
		// The submission is in the list, or will be.
		ring(nodeKeyOf(context), id);
		return respond(context, 200, RECEIVED);
	}
	if (settings.skipRepeated && id !== undefined) {
		const earlier = beginRun(context, signer.baseUrl, id);
		if (earlier === 'accepted') return respond(context, 200, { repeated: true });
		if (earlier === 'running') {
			const error = 'This submission is still being processed; try again';
			return respond(context, 503, { error });
		}
	}
	return runWith(deliveryItem(settings, body));
}

const RECEIVED = { received: true };

/** Has n8n run the workflow with an item, and then respond. */
export function runWith(json: IDataObject): IWebhookResponseData {
	return { workflowData: [[{ json }]], webhookResponse: RECEIVED };
}

/** The submission's ID, without which a repeat can't be recognized. */
export function submissionIdIn({ submission }: IDataObject): string | undefined {
	const id = isRecord(submission) ? submission.id : undefined;
	return typeof id === 'string' && id !== '' ? id : undefined;
}

/** What a delivery contains, as the trigger is set to return it. */
export function deliveryItem({ deliveryRows }: TriggerSettings, body: IDataObject): IDataObject {
	return deliveryRows.simplify ? simplifyDelivery(body, deliveryRows) : body;
}

/** A delivery of a new submission of the trigger's form, signed with its secret; or how it was answered. */
type Verified =
	| { settings: TriggerSettings; signer: Signer; body: IDataObject }
	| { response: IWebhookResponseData };

/**
 * Verifies a delivery. Until its signature has been verified, nothing in the request is parsed, stored,
 * or logged, and nothing may be thrown: n8n would store a failed execution, and start the error
 * workflow, for anyone who knows the address.
 */
export async function verify(
	context: IWebhookFunctions,
	registrations: Registrations,
): Promise<Verified> {
	const signatures = readSignatures({ ...context.getHeaderData() }, Date.now());
	if (typeof signatures === 'string') return refuse(context, signatures);
	const rawBody = await readRawBody(context);
	if (!rawBody) return refuse(context, 'the body could not be read');

	let settings: TriggerSettings;
	let signer: Signer | Refusal;
	try {
		settings = readTriggerSettings(context);
		signer = await findSigner(context, settings, registrations, (secret) =>
			isSignedWith(secret, signatures, rawBody),
		);
	} catch (error) {
		logUnverifiable(context, error);
		// Not 401: the service may have signed it, and should send it again.
		const text = "The delivery couldn't be verified; try again";
		return { response: respond(context, 503, { error: text }) };
	}
	if (typeof signer === 'string') return refuse(context, signer);

	const body = parseJson(rawBody);
	if (!isDataObject(body)) {
		logIgnored(context, 'its body is not a JSON object');
		return { response: respond(context, 422, { error: 'The body is not a JSON object' }) };
	}
	if (!isSubmission(body)) {
		logIgnored(context, 'its event is not a new submission');
		return { response: respond(context, 200, { ignored: 'another event' }) };
	}
	if (!isOfForm(body.form, signer.formId, settings.form.id)) {
		logIgnored(context, "it belongs to a form other than the one chosen in 'Form'");
		return { response: respond(context, 200, { ignored: 'another form' }) };
	}
	return { settings, signer, body };
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

/** Only what is clearly another event is one: a missing field never costs a submission. */
function isSubmission({ event, submission }: IDataObject): boolean {
	return event === 'submission.created' || (typeof event !== 'string' && submission !== undefined);
}

/** Likewise, only what is clearly another form is one. If none was registered, its name counts, too. */
function isOfForm(sent: unknown, registeredId: string | undefined, chosen = ''): boolean {
	const { id, name } = isRecord(sent) ? sent : {};
	if (typeof id !== 'string' || id.trim() === '') return true;
	if (registeredId !== undefined) return id.trim() === registeredId;
	const isNamed = typeof name === 'string' && foldText(name) === foldText(chosen);
	return id.trim() === chosen || isNamed;
}

/** Logs why a genuine delivery doesn't run the workflow; there is no other trace of it. */
function logIgnored(context: IWebhookFunctions, why: string): void {
	context.logger.info(`${nodeInLog(context)}: a delivery was ignored: ${why}.`);
}

function refuse(context: IWebhookFunctions, reason: Refusal): { response: IWebhookResponseData } {
	logRefused(context, reason);
	return { response: respond(context, 401, { error: `Not accepted: ${reason}` }) };
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
