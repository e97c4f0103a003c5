import { NodeHelpers } from 'n8n-workflow';

import { FormSubmissionsTrigger } from '../../../nodes/FormSubmissions/FormSubmissionsTrigger.node';
import { inEditor } from '../../support/n8n';

const { description } = new FormSubmissionsTrigger();
const { hints = [], properties, webhooks } = description;

const REGISTRATIONS = ['automatic', 'manual'];

const isTrue = (expression: string, registration: string) =>
	inEditor({ kind: 'formSubmissionsTrigger', parameters: { registration } }, expression) === true;

describe('the trigger in the editor', () => {
	it('shows one hint while it waits for a test event, another one for each registration', () => {
		const shown = REGISTRATIONS.map((registration) =>
			hints.filter(({ displayCondition = '' }) => isTrue(displayCondition, registration)),
		);

		expect(shown).toEqual([[expect.anything()], [expect.anything()]]);
		expect(shown[0]).not.toEqual(shown[1]);
	});

	it('shows an address to copy into a dashboard only if a person registers it', () => {
		const [webhook] = webhooks ?? [];
		const isHidden = (registration: string) => isTrue(String(webhook?.ndvHideUrl), registration);

		expect(REGISTRATIONS.map(isHidden)).toEqual([true, false]);
	});

	it("has one event, by which n8n's nodes panel names it, and never shows it as a field", () => {
		const [event] = properties.filter(({ name }) => name === 'event');
		const isShown = (simplify: boolean) =>
			event && NodeHelpers.displayParameter({ simplify }, event, { typeVersion: 1 }, description);

		expect(event?.options).toEqual([
			expect.objectContaining({ value: 'submission.created', action: expect.any(String) }),
		]);
		expect(event?.default).toBe('submission.created');
		expect([true, false].map(isShown)).toEqual([false, false]);
	});
});
