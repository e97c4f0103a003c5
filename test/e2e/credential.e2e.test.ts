/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { CredentialRef } from '../sandbox/client/n8nClient';
import {
	ACTION,
	actionWorkflow,
	CREDENTIAL_TYPE,
	credentialsOf,
	inARow,
	makeNode,
	START,
	startNode,
} from '../sandbox/client/workflowFile';
import { MAIN } from '../sandbox/install/installations';
import { testedInstallation, useHost } from './support/host';
import { startSite } from '../sandbox/standIns/site';

/**
 * Whose message a failed test shows for a response status. An older n8n drops the status before it
 * looks up the message of this package.
 */
const STATUS_WORDS = testedInstallation() === MAIN ? 'ours' : 'ofN8n';

/** Chosen in the credential. */
const ALL = { allowedHttpRequestDomains: 'all' };

const GET_ALL = { resource: 'submission', operation: 'getAll', returnAll: true };

describe('The credential in a real n8n', () => {
	const host = useHost();

	beforeAll(async () => {
		host().emulator.addSubmissions(host().emulator.addForm({ name: 'Contact' }).id, 3);
	});

	const valuesWith = (more: Record<string, string>) => {
		const { baseUrl, apiKey } = host();
		return { baseUrl, apiKey, ...more };
	};

	const create = async (more: Record<string, string>): Promise<CredentialRef> =>
		await host().n8n.credentials.create(CREDENTIAL_TYPE, 'The service', valuesWith(more));

	describe('when it is tested', () => {
		const test = async (more: Record<string, string>) =>
			await host().n8n.credentials.test(await create(more), valuesWith(more));

		it('succeeds if the address and the key are right', async () => {
			expect(await test({})).toMatchObject({ status: 'OK' });
		});

		it.each([
			{
				title: 'a wrong key',
				entered: () => ({ apiKey: 'wrong' }),
				words: { ours: /rejected the API key/, ofN8n: /Authorization failed/ },
			},
			{
				title: 'a web page with status 200',
				entered: (site: string) => ({ baseUrl: site }),
				words: { ours: /Check the base URL/ },
			},
			{
				title: 'a redirect',
				entered: (site: string) => ({ baseUrl: `${site}/moved` }),
				words: { ours: /not followed/, ofN8n: /status code 302/ },
			},
			{
				title: 'plain HTTP to a public host',
				entered: () => ({ baseUrl: 'http://api.example.com' }),
				words: { ours: /would be sent unencrypted/ },
			},
		])('fails because of $title, says why, and sends the key nowhere else', async (mistake) => {
			const other = await startSite(() => ({ body: 'Welcome' }));
			const site = await startSite(({ url }) =>
				url.startsWith('/moved')
					? { status: 302, headers: { location: other.url }, body: '' }
					: { body: '<!doctype html><p>Welcome' },
			);

			const { status, message } = await test(mistake.entered(site.url));
			await Promise.all([site.stop(), other.stop()]);

			expect(status).toBe('Error');
			expect(message).toMatch(mistake.words[STATUS_WORDS] ?? mistake.words.ours);
			expect(other.requests).toEqual([]);
		});
	});

	it('is no longer tested after ten seconds, if a response drips', async () => {
		const dripping = createServer((_request, response) => {
			const drip = setInterval(() => response.write(' '), 500);
			response.on('close', () => clearInterval(drip));
		});
		await new Promise<void>((resolve) => dripping.listen(0, '127.0.0.1', resolve));
		const { port } = dripping.address() as AddressInfo;
		const beganMs = Date.now();

		const { status } = await host().n8n.credentials.test(
			await create({ baseUrl: `http://127.0.0.1:${port}` }),
			valuesWith({ baseUrl: `http://127.0.0.1:${port}` }),
		);
		dripping.close();

		expect(status).toBe('Error');
		expect(Date.now() - beganMs).toBeLessThan(20_000);
	});

	describe("with n8n's HTTP Request node", () => {
		const REQUEST = 'HTTP Request';

		/** Requests the service's list of forms. */
		async function requestWith(credential: CredentialRef, options = {}) {
			const request = makeNode(
				REQUEST,
				'n8n-nodes-base.httpRequest',
				{
					url: `${host().baseUrl}/v1/forms`,
					authentication: 'predefinedCredentialType',
					nodeCredentialType: CREDENTIAL_TYPE,
					options,
				},
				{ typeVersion: 4.2, credentials: credentialsOf(credential) },
			);
			const { id } = await host().n8n.workflows.create(inARow('Forms', [startNode(), request]));
			return await host().n8n.executions.run(id, { trigger: START });
		}

		it.each([
			['all domains', ALL],
			['the host', { allowedHttpRequestDomains: 'domains', allowedDomains: '127.0.0.1' }],
		])('can ask the API for anything if it allows %s', async (_which, allowed) => {
			const { error, output } = await requestWith(await create(allowed));

			expect(error).toBeUndefined();
			expect(output(REQUEST)).toMatchObject([{ ok: true, data: [{ name: 'Contact' }] }]);
		});

		// n8n doesn't store what a person leaves as it is.
		it('sends nothing by default, while the nodes of this package work', async () => {
			const credential = await create({});

			const { error } = await requestWith(credential);
			const file = actionWorkflow(credential, GET_ALL);
			const { id } = await host().n8n.workflows.create(file);
			const list = await host().n8n.executions.run(id, { trigger: START });

			expect(error).toMatch(/configured to prevent use within an HTTP Request/);
			expect(list.error).toBeUndefined();
			expect(list.output(ACTION)).toHaveLength(3);
		});

		it('shows the key to no proxy that the node names', async () => {
			const proxy = await startSite(() => ({ body: '' }));

			const { error } = await requestWith(await create(ALL), { proxy: proxy.url });
			await proxy.stop();

			expect(proxy.requests).toEqual([]);
			expect(error).toMatch(/Remove the option Proxy from the node/);
		});
	});
});
