/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { gzipSync } from 'node:zlib';

import { MAIN } from '../sandbox/install/installations';
import { testedInstallation, useHost } from './support/host';
import { publishTrigger } from './support/publishTrigger';

const RECEIVED = { status: 200, body: '{"received":true}' };

describe('Deliveries in a real n8n', () => {
	const host = useHost();

	/** A published trigger, and deliveries to it whose bodies can be replaced before they are signed. */
	async function published() {
		const trigger = await publishTrigger(host());
		const [destination] = host().emulator.destinations(trigger.formId);
		if (!destination) throw new Error('No destination was registered');
		return {
			trigger,
			nextDelivery(bodyOf?: (id: string) => string) {
				const submission = host().emulator.addSubmission({ formId: trigger.formId });
				trigger.wanted.push(submission.id);
				const overrides = bodyOf === undefined ? {} : { body: bodyOf(submission.id) };
				return host().emulator.buildDelivery(submission, destination, overrides);
			},
		};
	}

	it('start one run for six simultaneous copies and one later copy', async () => {
		const { trigger, nextDelivery } = await published();
		const delivery = nextDelivery();

		const answers = await Promise.all(
			Array.from({ length: 6 }, async () => await host().emulator.deliver(delivery)),
		);
		await trigger.untilRun(trigger.wanted[0] ?? '');
		const late = await host().emulator.deliver(delivery);

		expect(answers).toEqual(answers.map(() => expect.objectContaining(RECEIVED)));
		expect(late).toMatchObject(RECEIVED);
		expect(await trigger.everything()).toEqual(trigger.wanted);
	});

	it('are verified by their uncompressed body when they arrive compressed', async () => {
		const { nextDelivery } = await published();
		const { url, headers, body } = nextDelivery();
		const compressed = { ...headers, 'Content-Encoding': 'gzip' };

		const answer = await fetch(url, { method: 'POST', headers: compressed, body: gzipSync(body) });

		expect({ status: answer.status, body: await answer.text() }).toEqual(RECEIVED);
	});

	it.each([
		// Older versions of n8n reject it before the node sees it.
		...(testedInstallation() === MAIN ? [['begin with a byte order mark', '\uFEFF', '"a"']] : []),
		['have unusual spacing and characters', '\n\t\r\n ', '"Zo\\u00eb 花子 🙂 \u2028" \n'],
		['nest 20,000 levels deep', '', `${'['.repeat(20_000)}${']'.repeat(20_000)}`],
	])('that %s are accepted', async (_how, start, message) => {
		const { nextDelivery } = await published();
		const data = `{"name":"Zoë 花子","message":${message}}`;
		const delivery = nextDelivery(
			(id) => `${start}{"event":"submission.created","submission":{"id":"${id}","data":${data}}}`,
		);

		expect(await host().emulator.deliver(delivery)).toMatchObject(RECEIVED);
	});
});
