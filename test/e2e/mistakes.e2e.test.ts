import { MAIN } from '../sandbox/install/installations';
import { startHost, type Host } from './support/host';
import { testedInstallation } from './support/restartableHost';
import { startWebSite, type WebSite } from './support/webSite';
import { withCredential } from './support/withCredential';

/**
 * Whose message a failed credential test shows for a response status. An older n8n drops the status
 * before it looks up the message of this package.
 */
const STATUS_WORDS = testedInstallation() === MAIN ? 'ours' : 'ofN8n';

describe("Users' mistakes in a real n8n", () => {
	let host: Host;
	let webSite: WebSite;
	let movedSite: WebSite;

	beforeAll(async () => {
		host = await startHost({});
		webSite = await startWebSite();
		movedSite = await startWebSite(webSite.url);
	});

	afterAll(async () => {
		await webSite?.stop();
		await movedSite?.stop();
		await host?.stop();
	});

	describe('in a credential that is tested', () => {
		const test = async (data: { baseUrl?: string; apiKey?: string }) => {
			const { n8n, baseUrl, apiKey } = host;
			return await withCredential(host, data, (credential) =>
				n8n.credentials.test(credential, { baseUrl, apiKey, ...data }),
			);
		};

		it('succeeds if the address and the key are right', async () => {
			expect(await test({})).toMatchObject({ status: 'OK' });
		});

		it.each([
			{
				title: 'a wrong key',
				data: () => ({ apiKey: 'wrong' }),
				words: { ours: /rejected the API key/, ofN8n: /Authorization failed/ },
			},
			{
				title: 'a web page with status 200',
				data: () => ({ baseUrl: webSite.url }),
				words: { ours: /Check the base URL/ },
			},
			{
				title: 'a redirect',
				data: () => ({ baseUrl: `${movedSite.url}/moved` }),
				words: { ours: /not followed/, ofN8n: /status code 302/ },
			},
			{
				title: 'plain HTTP to a public host',
				data: () => ({ baseUrl: 'http://api.example.com' }),
				words: { ours: /would be sent unencrypted/ },
			},
			{
				title: 'a server that does not exist',
				data: () => ({ baseUrl: 'http://127.0.0.1:9' }),
				words: { ours: /ECONNREFUSED/, ofN8n: /refused the connection/ },
			},
		])('fails because of $title, and says why', async ({ data, words }) => {
			webSite.requests.length = 0;
			const { status, message } = await test(data());
			expect(status).toBe('Error');
			expect(message).toMatch(words[STATUS_WORDS] ?? words.ours);
			const sentOn = webSite.requests.filter(({ path }) => path.startsWith('/moved'));
			expect(sentOn).toEqual([]);
		});
	});
});
