import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import { readState, workflowIdOf, writeState } from '../state/nodeState';
import { isListening, readListeningState, writeListeningState } from '../state/testListening';
import {
	readRegistrations,
	withRegistration,
	type Registration,
	type SecretOwner,
} from './registration';

type TriggerContext = IHookFunctions | IWebhookFunctions;

/** What is registered for a trigger; listening for a test event has a list of its own. */
export function knownRegistrations(context: TriggerContext): Registration[] {
	return readRegistrations(isListening(context) ? readListeningState(context) : readState(context));
}

/** Call it only after the service accepted: n8n keeps what was stored before an error. */
export function rememberRegistration(context: TriggerContext, registration: Registration): void {
	const state = withRegistration(knownRegistrations(context), registration);
	if (isListening(context)) writeListeningState(context, state);
	else writeState(context, state);
}

/** The test destination of a form may be gone: the next listening registers it again. */
export function forgetTestRegistrations(context: IHookFunctions, formId: string): void {
	const known = readRegistrations(readListeningState(context));
	const registrations = known.filter((registration) => registration.formId !== formId);
	writeListeningState(context, { registrations });
}

/** Whose secret it is, for the trigger that n8n runs. */
export function secretOwner(
	context: TriggerContext,
	{ baseUrl, revision }: { baseUrl: string; revision: number },
): SecretOwner {
	return { baseUrl, workflowId: workflowIdOf(context), nodeId: context.getNode().id, revision };
}
