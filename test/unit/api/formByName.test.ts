import { connect } from '../../../nodes/FormSubmissions/api/connection';
import { formByName } from '../../../nodes/FormSubmissions/api/forms';
import type { Emulator } from '../../emulator';
import { startService, stopService } from '../../support/service';
import { edgeContext } from '../../support/world';

const MINUTE_MS = 60_000;

describe('finding a form by its name', () => {
	let emulator: Emulator;
	let apiKey: string;
	let nowMs: number;

	beforeEach(() => {
		({ emulator, apiKey } = startService());
		nowMs = Date.UTC(2026, 2, 10);
		jest.spyOn(Date, 'now').mockImplementation(() => nowMs);
		emulator.addForm({ id: 'frm_1', name: 'Contact' });
		emulator.addForm({ id: 'frm_2', name: ' Café ' });
	});

	afterEach(() => {
		jest.restoreAllMocks();
		stopService(emulator);
	});

	const find = async (wanted: string) =>
		await formByName(await connect(edgeContext(emulator, { apiKey, parameters: {} })), wanted);

	const asked = () => emulator.requests.length;

	it.each([
		['Contact', 'frm_1'],
		['contact', 'frm_1'],
		['CAFÉ', 'frm_2'],
		['Cafe\u0301', 'frm_2'],
		['frm_2', 'frm_2'],
	])('%j finds %s', async (wanted, id) => {
		expect(await find(wanted)).toMatchObject({ id });
	});

	it('prefers the exact spelling if several are similar', async () => {
		emulator.addForm({ id: 'frm_3', name: 'CONTACT' });

		expect(await find('CONTACT')).toEqual({ id: 'frm_3', name: 'CONTACT' });
		expect(await find('Contact')).toEqual({ id: 'frm_1', name: 'Contact' });
	});

	it('never guesses: if several have the name, it lists them', async () => {
		emulator.addForm({ id: 'frm_3', name: 'CONTACT' });

		await expect(find('contact')).rejects.toThrow(
			/^Several forms in this workspace have that name: frm_1, frm_3\.$/,
		);
	});

	it.each(['Contac', 'Contact form', '*'])('finds none for %j, and lists all', async (wanted) => {
		await expect(find(wanted)).rejects.toThrow(
			`No form in this workspace has the name or ID "${wanted}". The forms are: "Contact", " Café ".`,
		);
	});

	it('lists at most twenty, and no key that was entered by mistake', async () => {
		for (let number = 1; number <= 20; number++) emulator.addForm({ name: `Form ${number}` });

		await expect(find(apiKey)).rejects.toThrow(
			/name or ID "\*\*\*"\. .*"Contact", .*"Form 18", 2 more\./,
		);
	});

	it('takes one request a minute, and one more if the known names are not enough', async () => {
		await find('Contact');
		nowMs += MINUTE_MS - 1;
		await find('Contact');
		expect(asked()).toBe(1);

		emulator.addForm({ id: 'frm_3', name: 'Booking' });
		expect(await find('Booking')).toMatchObject({ id: 'frm_3' });
		expect(asked()).toBe(2);

		nowMs += MINUTE_MS;
		await find('Booking');
		expect(asked()).toBe(3);
	});
});
