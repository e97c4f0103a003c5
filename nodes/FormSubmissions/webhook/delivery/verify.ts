import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';

import { readApiKey, readSecret } from '../../api/credential';
import { recentCredential } from '../../api/recentCredential';
import { checkBaseUrl } from '../../api/urls/baseUrl';
import { nodeInLog } from '../../general/node';
import { isDataObject, isRecord } from '../../general/records';
import { foldText } from '../../general/typedText';
import { logRefused, logUnverifiable, type Refusal } from './answers';
import type { Registration, Registrations } from '../destination/registrations';
import { deriveSecret } from '../destination/secret';
import { readTriggerSettings, type TriggerSettings } from '../settings';
import { isSignedWith, readSignatures } from './signature';

/** A delivery of a new submission of the trigger's form, signed with its secret; or how it was answered. */
type Verified =
	| { settings: TriggerSettings; signer: Signer; body: IDataObject }
	| { response: IWebhookResponseData };

/**
 * Until the signature has been verified, nothing in the request is parsed, stored, or logged, and
 * nothing may be thrown: n8n would store a failed execution, and start the error workflow, for anyone
 * who knows the address.
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

/** Who may sign a trigger's deliveries; `formId` is the form that was registered with the secret. */
type Signer = Pick<Registration, 'secret' | 'baseUrl'> & { formId?: string };

/**
 * Who signed a delivery, as `hasSigned` tells of a secret: the service of the form's last registration,
 * at whatever address, because a process that only receives deliveries may not be told n8n's. If there
 * is none, or another trigger's save has reset it, the service that the credential names. Throws if the
 * credential is needed and can't be read.
 */
async function findSigner(
	context: IWebhookFunctions,
	settings: TriggerSettings,
	registrations: Registrations,
	hasSigned: (secret: string) => boolean,
): Promise<Signer | Refusal> {
	const registered = registeredSigner(registrations, settings);
	if (registered && hasSigned(registered.secret)) return registered;
	const named = signerIn(await recentCredential(context), context, settings);
	if (named && hasSigned(named.secret)) return named;
	return registered || named ? 'the signature does not match' : 'no secret is known';
}

function registeredSigner(
	registrations: Registrations,
	{ registration, form, revision }: TriggerSettings,
): Signer | undefined {
	if (registration === 'manual') return undefined;
	const isOfForm = ({ formId, formName }: Registration) => [formId, formName].includes(form.id);
	return registrations
		.all()
		.filter((one) => one.revision === revision && isOfForm(one))
		.at(-1);
}

function signerIn(
	{ baseUrl: entered, apiKey, webhookSecret }: ICredentialDataDecryptedObject,
	context: IWebhookFunctions,
	{ registration, revision }: TriggerSettings,
): Signer | undefined {
	const checked = checkBaseUrl(entered);
	const baseUrl = checked.ok ? checked.value : '';
	if (registration === 'manual') {
		const secret = readSecret(webhookSecret);
		return secret === undefined ? undefined : { secret, baseUrl };
	}
	const key = readApiKey(apiKey);
	if (key === undefined || baseUrl === '') return undefined;
	return { secret: deriveSecret(context, { baseUrl, revision }, key), baseUrl };
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
export function respond(
	context: IWebhookFunctions,
	statusCode: number,
	body: Record<string, unknown>,
): IWebhookResponseData {
	context.getResponseObject().status(statusCode).json(body);
	return { noWebhookResponse: true };
}
