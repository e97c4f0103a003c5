import type { ICredentialDataDecryptedObject, IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { readApiKey } from '../../api/credential';
import { recentCredential } from '../../api/recentCredential';
import { checkBaseUrl } from '../../api/urls/baseUrl';
import { isDataObject, isRecord } from '../../general/records';
import { foldText } from '../../general/typedText';
import { Registrations, type Registration } from '../destination/registrations';
import { deriveSecret } from '../destination/secret';
import { readDestinationSettings, type DestinationSettings } from '../parameters';
import { isSignedWith, readSignatures, type Refusal } from './signature';

/** A new submission of the trigger's form, signed with its secret. */
export type Genuine = { kind: 'genuine'; body: IDataObject };

/** Why a signed delivery isn't a submission of the trigger's form. */
export type Ignorance = 'not an object' | 'another event' | 'another form';

/** What else a request to the trigger's address turned out to be. */
export type NotGenuine =
	| { kind: 'refused'; reason: Refusal }
	/** The service may have signed it. */
	| { kind: 'unverifiable'; cause: unknown }
	| { kind: 'ignored'; reason: Ignorance };

/**
 * Until the signature has been verified, nothing in the request is parsed, stored, or logged, and
 * nothing may be thrown: n8n would store a failed execution, and start the error workflow, for anyone
 * who knows the address.
 */
export async function verify(context: IWebhookFunctions): Promise<Genuine | NotGenuine> {
	const signatures = readSignatures({ ...context.getHeaderData() }, Date.now());
	if (typeof signatures === 'string') return { kind: 'refused', reason: signatures };
	const rawBody = await readRawBody(context);
	if (!rawBody) return { kind: 'refused', reason: 'the body could not be read' };

	let settings: DestinationSettings;
	let signer: Signer | Refusal;
	try {
		settings = readDestinationSettings(context);
		signer = await findSigner(context, settings, (secret) =>
			isSignedWith(secret, signatures, rawBody),
		);
	} catch (cause) {
		return { kind: 'unverifiable', cause };
	}
	if (typeof signer === 'string') return { kind: 'refused', reason: signer };

	const body = parseJson(rawBody);
	if (!isDataObject(body)) return { kind: 'ignored', reason: 'not an object' };
	if (!isSubmission(body)) return { kind: 'ignored', reason: 'another event' };
	if (!isOfForm(body.form, signer.formId, settings.form.id)) {
		return { kind: 'ignored', reason: 'another form' };
	}
	return { kind: 'genuine', body };
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
type Signer = Pick<Registration, 'secret'> & { formId?: string };

/**
 * Who signed a delivery, as `hasSigned` tells of a secret: the service of the form's last registration,
 * at whatever address, because a process that only receives deliveries may not be told n8n's. If there
 * is none, or another trigger's save has reset it, the service that the credential names. Throws if the
 * credential is needed and can't be read.
 */
async function findSigner(
	context: IWebhookFunctions,
	settings: DestinationSettings,
	hasSigned: (secret: string) => boolean,
): Promise<Signer | Refusal> {
	const registered = registeredSigner(new Registrations(context), settings);
	if (registered && hasSigned(registered.secret)) return registered;
	const named = signerIn(await recentCredential(context), context, settings);
	if (named && hasSigned(named.secret)) return named;
	return registered || named ? 'the signature does not match' : 'no secret is known';
}

function registeredSigner(
	{ all }: Registrations,
	{ form, revision }: DestinationSettings,
): Signer | undefined {
	const { id = '' } = form;
	return all
		.filter((one) => one.revision === revision && [one.formId, one.formName].includes(id))
		.at(-1);
}

function signerIn(
	{ baseUrl: entered, apiKey }: ICredentialDataDecryptedObject,
	context: IWebhookFunctions,
	{ revision }: DestinationSettings,
): Signer | undefined {
	const baseUrl = checkBaseUrl(entered);
	const key = readApiKey(apiKey);
	if (key === undefined || !baseUrl.ok) return undefined;
	const url = context.getNodeWebhookUrl('default') ?? '';
	return { secret: deriveSecret(context, { baseUrl: baseUrl.value, revision, url }, key) };
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
function isOfForm(sent: unknown, registeredId: string | undefined, chosen?: string): boolean {
	const { id, name } = isRecord(sent) ? sent : {};
	if (chosen === undefined || typeof id !== 'string' || id.trim() === '') return true;
	if (registeredId !== undefined) return id.trim() === registeredId;
	const isNamed = typeof name === 'string' && foldText(name) === foldText(chosen);
	return id.trim() === chosen || isNamed;
}
