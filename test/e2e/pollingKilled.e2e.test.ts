import { randomInt } from 'node:crypto';

import { waitFor } from '../sandbox/host/waitFor';
import type { Answer } from '../emulator';
import { createPolledForm, type PolledForm } from './support/polledForm';
import { POLL_MODES, withHost, type Host } from './support/host';

/** A backlog of ten pages, and a few more. */
const BACKLOG = 1_050;

/**
 * If n8n was killed while it started a trigger, it waits this long before it tries again (seconds).
 * Its default is two minutes.
 */
const LEASE = { N8N_WORKFLOW_PUBLICATION_OUTBOX_LEASE_SECONDS: '20' };

const BROKEN: Answer = { kind: 'response', status: 500, headers: {}, body: '' };

/** Lets n8n have some pages; one more submission arrives with each. `after` responds to the rest. */
function allowPages(
	{ emulator }: Host,
	form: PolledForm,
	count: number,
	after: () => Answer,
): void {
	let pages = 0;
	emulator.onAnswer((request, answer) => {
		if (!request.url.includes(form.formId)) return answer;
		form.arrive(1);
		pages += 1;
		return pages > count ? after() : answer;
	});
}

/** A backlog arrives; n8n reads a few pages of it and returns them, because the next one fails. */
async function returnPart(host: Host, form: PolledForm, pages: number): Promise<void> {
	allowPages(host, form, pages, () => BROKEN);
	// A millisecond apart and none dated ahead: those that arrive later are above all of them.
	form.arrive(BACKLOG, BACKLOG);
	await waitFor('a part of the backlog', async () => (await form.returned()).length > 0);
}

/** Resolves when a poll waits for the page after these. */
async function waitAfterPages(host: Host, form: PolledForm, pages: number) {
	await new Promise<void>((resolve) => {
		allowPages(host, form, pages, () => {
			resolve();
			return { kind: 'hang' };
		});
	});
}

/** After how many pages polls end, chosen anew in each run; together fewer than the backlog has. */
const LIVES = POLL_MODES.map(
	([mode, env]) => [mode, randomInt(1, 5), randomInt(0, 4), randomInt(0, 3), env] as const,
);

describe('A backlog during which n8n is killed several times', () => {
	it.concurrent.each(LIVES)(
		'runs the workflow once for each submission, in %s: %i pages returned, then killed after %i and %i',
		async (_mode, returned, beforeKill, beforeNextKill, env) => {
			await withHost({ ...env, ...LEASE }, async (host) => {
				const form = await createPolledForm(host);
				await host.n8n.workflows.publish(form.workflowId);

				await returnPart(host, form, returned);
				await waitAfterPages(host, form, beforeKill);
				await host.kill();
				const waiting = waitAfterPages(host, form, beforeNextKill);
				await host.start();
				// This is the poll that n8n runs at its start, if it does.
				await waiting;
				await host.kill();
				host.emulator.onAnswer(undefined);
				await host.start();

				expect(await form.everything()).toEqual(form.arrived);
			});
		},
	);
});

describe('An n8n that is killed after polls that returned nothing', () => {
	it.concurrent.each(POLL_MODES)(
		'has lost neither the start of a new trigger nor the place of another, in %s',
		async (_mode, env) => {
			await withHost({ ...env, ...LEASE }, async (host) => {
				const forms = [await createPolledForm(host), await createPolledForm(host)];
				for (const { workflowId } of forms) await host.n8n.workflows.publish(workflowId);
				const [, another] = forms;
				another?.arrive(3);
				await another?.all();
				host.emulator.clearRequests();
				await waitFor('some polls', () => host.emulator.requests.length >= 5);

				await host.kill();
				for (const form of forms) form.arrive(3);
				await host.start();

				for (const form of forms) expect(await form.everything()).toEqual(form.arrived);
			});
		},
	);
});
