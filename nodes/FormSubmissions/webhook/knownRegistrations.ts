import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import { workflowIdOf } from '../general/nodeKey';
import { readState, writeState } from '../state/nodeState';
import { isListening, readListeningState, writeListeningState } from '../state/testListening';
import {
	readRegistrations,
	withRegistration,
	type Registration,
	type SecretOwner,
} from './registration';

type TriggerContext = IHookFunctions | IWebhookFunctions;

/** A trigger's registrations; listening for a test event has its own list. */
export function knownRegistrations(context: TriggerContext): Registration[] {
	return readRegistrations(isListening(context) ? readListeningState(context) : readState(context));
}

/** Call this only once the service has accepted: n8n keeps what was stored before an error. */
export function rememberRegistration(context: TriggerContext, registration: Registration): void {
	const state = withRegistration(knownRegistrations(context), registration);
	if (isListening(context)) writeListeningState(context, state);
	else writeState(context, state);
}

/** A form's test destination may have been deleted: the next test listening registers it again. */
export function forgetTestRegistrations(context: IHookFunctions, formId: string): void {
	const known = readRegistrations(readListeningState(context));
	const registrations = known.filter((registration) => registration.formId !== formId);
	writeListeningState(context, { registrations });
}

/** The secret owner for the trigger that n8n is running. */
export function secretOwner(
	context: TriggerContext,
	{ baseUrl, revision }: { baseUrl: string; revision: number },
): SecretOwner {
	return { baseUrl, workflowId: workflowIdOf(context), nodeId: context.getNode().id, revision };
}
