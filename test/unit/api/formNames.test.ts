import { connect, type Connection } from '../../../nodes/FormSubmissions/api/connection';
import { formNamesOf } from '../../../nodes/FormSubmissions/api/formNames';
import type { Emulator } from '../../../emulator';
import { edgeContext } from '../../support/world';
import { startService, stopService } from '../../support/service';

const MINUTE_MS = 60_000;

describe('form names', () => {
	let emulator: Emulator;
	let apiKey: string;
	let nowMs: number;

	beforeEach(() => {
		({ emulator, apiKey } = startService());
		nowMs = Date.UTC(2026, 2, 10);
		jest.spyOn(Date, 'now').mockImplementation(() => nowMs);
		emulator.addForm({ id: 'frm_1', name: 'Contact' });
	});

	afterEach(() => {
		jest.restoreAllMocks();
		stopService(emulator);
	});

	/** Each run of a node has its own connection. */
	const connection = async (key = apiKey): Promise<Connection> =>
		await connect(edgeContext(emulator, { apiKey: key, parameters: {} }));

	async function namesOf(formIds: unknown[], key?: string): Promise<Array<string | null>> {
		const submissions = formIds.map((formId, index) => ({
			id: `sub_${index}`,
			...(formId === undefined ? {} : { formId: formId as string }),
		}));
		const nameOf = await formNamesOf(await connection(key), submissions);
		return submissions.map(nameOf);
	}

	const asked = () => emulator.requests.filter(({ path }) => path === '/v1/forms').length;

	it('are those of the forms that the submissions belong to', async () => {
		emulator.addForm({ id: 'frm_2', name: 'Booking' });

		expect(await namesOf(['frm_2', 'frm_1', 'frm_2'])).toEqual(['Booking', 'Contact', 'Booking']);
		expect(asked()).toBe(1);
	});

	it('are null for a form that no longer exists or that the submission does not name', async () => {
		expect(await namesOf(['frm_gone', undefined, 5, null])).toEqual([null, null, null, null]);
	});

	it('are not fetched if nothing needs them', async () => {
		expect(await namesOf([])).toEqual([]);
		expect(await namesOf([undefined])).toEqual([null]);
		expect(asked()).toBe(0);
	});

	it('are kept for ten minutes', async () => {
		await namesOf(['frm_1']);
		nowMs += 10 * MINUTE_MS - 1;
		await namesOf(['frm_1']);
		expect(asked()).toBe(1);

		nowMs += 1;
		await namesOf(['frm_1']);
		expect(asked()).toBe(2);
	});

	it('are fetched again after the clock was set back', async () => {
		await namesOf(['frm_1']);
		nowMs -= 1;
		await namesOf(['frm_1']);

		expect(asked()).toBe(2);
	});

	it('are kept separately for each key', async () => {
		const other = emulator.addKey();

		await namesOf(['frm_1']);
		await namesOf(['frm_1'], other);

		expect(asked()).toBe(2);
	});

	it('include a form created since, once a minute has passed', async () => {
		await namesOf(['frm_1']);
		emulator.addForm({ id: 'frm_new', name: 'New' });

		expect(await namesOf(['frm_new'])).toEqual([null]);
		nowMs += MINUTE_MS;
		expect(await namesOf(['frm_new', 'frm_1'])).toEqual(['New', 'Contact']);
		expect(await namesOf(['frm_new', 'frm_gone'])).toEqual(['New', null]);
		expect(asked()).toBe(2);
	});

	it('are null without permission to read forms, which is checked once in ten minutes', async () => {
		const key = emulator.addKey({ scopes: ['submissions:read'] });

		expect(await namesOf(['frm_1'], key)).toEqual([null]);
		nowMs += 10 * MINUTE_MS - 1;
		expect(await namesOf(['frm_1', 'frm_2'], key)).toEqual([null, null]);
		expect(asked()).toBe(1);
	});

	it('are fetched again after an unusable response', async () => {
		emulator.failNext({ status: 400 });
		await expect(namesOf(['frm_1'])).rejects.toThrow();

		expect(await namesOf(['frm_1'])).toEqual(['Contact']);
	});
});
