import { connect } from '../../../nodes/FormSubmissions/api/connection';
import { walkSubmissions } from '../../../nodes/FormSubmissions/api/submissions';
import { createEmulator, type Emulator } from '../../emulator';
import { BASE_URL } from '../../support/baseUrl';
import { executeContext } from '../../support/n8n';
import { answerAt, connectNetwork } from '../../support/network';
import { idsOf } from './timedList';

describe('a credential that a person edits during a run', () => {
	let emulator: Emulator;
	let other: Emulator;
	let apiKey: string;
	let otherKey: string;

	beforeEach(() => {
		[emulator, other] = [createEmulator(), createEmulator()];
		[apiKey, otherKey] = [emulator.addKey(), other.addKey()];
		emulator.addSubmissions(emulator.addForm().id, 250);
	});

	/** A connection whose credential has another key and another host from its second reading on. */
	async function connectBeforeEdit() {
		const setup = { kind: 'formSubmissions', parameters: {} } as const;
		const context = connectNetwork(executeContext(setup), emulator);
		const after = { baseUrl: 'https://other.test', apiKey: otherKey };
		answerAt(after.baseUrl, other);
		const versions = [{ baseUrl: BASE_URL, apiKey }];
		// The types of n8n let a caller say what a credential contains.
		jest
			.spyOn(context, 'getCredentials')
			.mockImplementation(async <T extends object>() => (versions.shift() ?? after) as T);
		return await connect(context);
	}

	it('counts from the next run on: the host and the key of this one stay together', async () => {
		const connection = await connectBeforeEdit();

		const ids = await idsOf(walkSubmissions(connection, {}));

		expect(ids).toHaveLength(250);
		expect(emulator.requests.map(({ status }) => status)).toEqual([200, 200, 200]);
		expect(other.requests).toEqual([]);
	});

	it('leaves no key in an error', async () => {
		const connection = await connectBeforeEdit();
		emulator.failNext({ status: 401, body: { message: `Unknown key: Bearer ${apiKey}` } });

		await expect(idsOf(walkSubmissions(connection, {}))).rejects.toMatchObject({
			description: expect.stringContaining('Unknown key: Bearer ***'),
		});
	});
});

describe('what a process remembers of a key', () => {
	const connectWith = async (apiKey: string, baseUrl = BASE_URL) =>
		await connect(
			executeContext({ kind: 'formSubmissions', parameters: {}, credential: { apiKey, baseUrl } }),
		);

	it('is separate for each key and each service, and does not contain the key', async () => {
		const { budget, keyDigest } = await connectWith('sk_live_1');

		expect((await connectWith('sk_live_2')).budget).not.toBe(budget);
		expect((await connectWith('sk_live_1', 'https://other.test')).budget).not.toBe(budget);
		expect(keyDigest).not.toContain('sk_live_1');
	});
});
