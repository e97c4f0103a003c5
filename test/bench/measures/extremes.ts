import { toCell } from '../../../nodes/FormSubmissions/rows/cells';
import { BASE_URL } from '../../support/baseUrl';
import { cpuRatio } from '../cpu';
import { checkBound, type Result } from '../result';
import { runAnswered } from '../runAnswered';

const GET_MANY = { resource: 'submission', operation: 'getAll', returnAll: true };

const KEY = 'key of no service, '.repeat(2);

const PARTS = ['%25', '&#38;#38;', '\\u005c', '\u200b', 'A', '+', KEY.slice(0, 8), ' '];

/** Measures what anyone can send: it must not keep n8n busy much longer than reading it takes. */
export async function measureExtremes(): Promise<Result[]> {
	const cells: number[] = [];
	const errors: number[] = [];
	for (const entry of ['[]', '{}', '0']) cells.push(await longList(entry));
	for (const part of PARTS) errors.push(await longMessage(part));
	return [
		checkBound(
			'CPU for the cell of a list of 300,000 entries ÷ its JSON text',
			Math.max(...cells),
			10,
		),
		checkBound('CPU for the error that quotes a megabyte ÷ JSON.parse', Math.max(...errors), 50),
	];
}

async function longList(entry: string): Promise<number> {
	const value: unknown = JSON.parse(`[{},${Array(300_000).fill(entry).join()}]`);
	const { ratio } = await cpuRatio(
		() => toCell(value),
		() => JSON.stringify(value),
	);
	return ratio;
}

async function longMessage(part: string): Promise<number> {
	const message = `%&${part.repeat(1_000_000 / part.length)}`;
	const body = JSON.stringify({ ok: false, error: { message } });
	const credential = { baseUrl: BASE_URL, apiKey: KEY };
	const run = async () =>
		await runAnswered(GET_MANY, credential, () => ({ statusCode: 400, body })).catch(() => {});
	const { ratio } = await cpuRatio(run, () => JSON.parse(body) as unknown);
	return ratio;
}
