import type { CredentialRef } from '../sandbox/client/n8nClient';
import {
	byId,
	CREDENTIAL_TYPE,
	credentialsOf,
	inARow,
	makeNode,
	START,
	startNode,
} from '../sandbox/client/workflowFile';
import type { JsonObject } from '../sandbox/client/json';
import { actionWorkflow } from './support/actionWorkflow';
import { startForwardProxy } from './support/forwardProxy';
import { startHost, type Host } from './support/host';

const REQUEST = 'HTTP Request';

/** What the README says of n8n's own HTTP Request node, and of n8n's setting for it in the credential. */
describe("n8n's HTTP Request with the credential of this package", () => {
	let host: Host;
	let formId: string;

	beforeAll(async () => {
		host = await startHost({});
		formId = host.emulator.addForm({ name: 'Contact' }).id;
		host.emulator.addSubmissions(formId, 3);
	});

	afterAll(async () => await host?.stop());

	const createCredential = async (allowed: Record<string, string> = {}): Promise<CredentialRef> =>
		await host.n8n.credentials.create(CREDENTIAL_TYPE, 'The service', {
			baseUrl: host.baseUrl,
			apiKey: host.apiKey,
			...allowed,
		});

	/** Requests the service's list of forms. */
	async function requestWith(credential: CredentialRef, options: JsonObject = {}) {
		const request = makeNode(
			REQUEST,
			'n8n-nodes-base.httpRequest',
			{
				url: `${host.baseUrl}/v1/forms`,
				authentication: 'predefinedCredentialType',
				nodeCredentialType: CREDENTIAL_TYPE,
				options,
			},
			{ typeVersion: 4.2, credentials: credentialsOf(credential) },
		);
		const file = inARow('Forms', [startNode(), request]);
		const { id } = await host.n8n.workflows.create(file);
		return await host.n8n.executions.run(id, { trigger: START });
	}

	async function listWith(credential: CredentialRef) {
		const parameters = { resource: 'submission', operation: 'getAll', formId: byId(formId) };
		const { id } = await host.n8n.workflows.create(actionWorkflow('List', credential, parameters));
		return await host.n8n.executions.run(id, { trigger: START });
	}

	it('can ask the API for anything', async () => {
		const { error, output } = await requestWith(await createCredential());

		expect(error).toBeUndefined();
		expect(output(REQUEST)).toEqual([
			{ ok: true, data: [expect.objectContaining({ id: formId, name: 'Contact' })] },
		]);
	});

	it('sends nothing if the credential allows no domain, while the nodes of this package work', async () => {
		const credential = await createCredential({ allowedHttpRequestDomains: 'none' });

		const { error } = await requestWith(credential);
		const list = await listWith(credential);

		expect(error).toMatch(/domain|not allowed|HTTP Request/i);
		expect(list.error).toBeUndefined();
		expect(list.output('List')).toHaveLength(3);
	});

	it('shows the key to no proxy that the node names', async () => {
		const proxy = await startForwardProxy();
		try {
			const { error } = await requestWith(await createCredential(), { proxy: proxy.url });

			expect(proxy.forwarded).toEqual([]);
			expect(error).toMatch(/Remove the option Proxy from the node/);
		} finally {
			await proxy.stop();
		}
	});
});
