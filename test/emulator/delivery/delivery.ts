import type { Destination, Form, Submission } from '../types';
import { sign } from './sign';

export type Delivery = { url: string; headers: Record<string, string>; body: string };

/** How a test can make a delivery differ from a genuine one. */
export type DeliveryOverrides = {
	/** Unix time in milliseconds, or any text. */
	timestamp?: number | string;
	/** Signs with this secret instead; `null` leaves the delivery unsigned. */
	secret?: string | null;
	/** The exact body to send and sign, e.g. with different spacing. */
	body?: string;
	signature?: string;
};

type DeliveryContext = {
	/** All that a delivery says about the form. */
	form: Pick<Form, 'id' | 'name'>;
	/** Part of the names of the two headers. */
	serviceName: string;
	nowMs: number;
};

export function buildDelivery(
	submission: Submission,
	destination: Pick<Destination, 'url' | 'secret'>,
	context: DeliveryContext,
	overrides: DeliveryOverrides = {},
): Delivery {
	const body = overrides.body ?? deliveryBody(submission, context.form);
	return {
		url: destination.url,
		headers: {
			'Content-Type': 'application/json',
			...signatureHeaders(destination.secret, body, context, overrides),
		},
		body,
	};
}

function deliveryBody(submission: Submission, form: Pick<Form, 'id' | 'name'>): string {
	const { id, data, meta, spamScore } = submission;
	return JSON.stringify({
		event: 'submission.created',
		form: { id: form.id, name: form.name },
		submission: { id, data, submittedAt: meta.submittedAt, spamScore },
	});
}

function signatureHeaders(
	ownSecret: string | undefined,
	body: string,
	context: DeliveryContext,
	overrides: DeliveryOverrides,
): Record<string, string> {
	const secret = overrides.secret === undefined ? ownSecret : overrides.secret;
	if (secret === undefined || secret === null) return {};

	const prefix = `X-${context.serviceName}`;
	const timestamp = String(overrides.timestamp ?? context.nowMs);
	return {
		[`${prefix}-Timestamp`]: timestamp,
		[`${prefix}-Signature`]: overrides.signature ?? sign(secret, timestamp, body),
	};
}
