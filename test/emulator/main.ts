/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals --
   a command-line program: runs beside n8n, never inside it */
import { parseArgs } from 'node:util';

import { createEmulator, WRITE_SCOPE, READ_SCOPES, type Emulator, type Form } from './index';

const USAGE = `npx tsx test/emulator/main.ts [options]
  --port <n>             port to listen on (default 4010; 0: any free one)
  --forms <n>            forms to start with (default 2)
  --submissions <n>      submissions per form to start with (default 40)
  --every <seconds>      interval at which submissions arrive and are delivered (default never)
  --limit <n>            requests per minute and key (default 120)
  --public-only          refuse destinations that aren't publicly reachable
  --help`;

const OPTIONS = {
	port: { type: 'string', default: '4010' },
	forms: { type: 'string', default: '2' },
	submissions: { type: 'string', default: '40' },
	every: { type: 'string' },
	limit: { type: 'string', default: '120' },
	'public-only': { type: 'boolean', default: false },
	help: { type: 'boolean', default: false },
} as const;

let values: ReturnType<typeof readOptions>;

function readOptions() {
	return parseArgs({ options: OPTIONS }).values;
}

function print(line: string): void {
	process.stdout.write(`${line}\n`);
}

function readCount(name: 'port' | 'forms' | 'submissions' | 'limit' | 'every'): number {
	const value = values[name] ?? '';
	if (!/^\d+$/.test(value)) throw new Error(`--${name} must be a whole number, not "${value}"`);
	return Number(value);
}

function seed(emulator: Emulator): Form[] {
	const names = ['Contact', 'Réservation', 'Newsletter', 'お問い合わせ'];
	return Array.from({ length: readCount('forms') }, (_, index) => {
		const form = emulator.addForm({ name: names[index] ?? `Form ${index + 1}` });
		emulator.addSubmissions(form.id, readCount('submissions'));
		emulator.addSubmissions(form.id, 1, { status: 'spam', spamScore: 9.5 });
		emulator.addSubmissions(form.id, 1, { status: 'quarantined', spamScore: 4.5 });
		emulator.addSubmissions(form.id, 1, { data: () => ({ name: 'A test', _test: true }) });
		return form;
	});
}

async function submitSample(emulator: Emulator, form: Form): Promise<void> {
	try {
		const { submission, results } = await emulator.submit(form.id);
		const statuses = results.map(({ url, status }) => `, ${url} responded ${status}`).join('');
		print(`new submission ${submission.id} on ${form.id}${statuses}`);
	} catch (error) {
		print(`a delivery for ${form.id} failed: ${String(error)}`);
	}
}

async function main(): Promise<void> {
	values = readOptions();
	if (values.help) return print(USAGE);
	const emulator = createEmulator({
		limitPerWindow: readCount('limit'),
		allowPrivateDestinations: !values['public-only'],
		keepRequests: false,
	});
	const forms = seed(emulator);
	const readKey = emulator.addKey();
	const fullKey = emulator.addKey({ scopes: [...READ_SCOPES, WRITE_SCOPE] });
	const url = await emulator.listen({ port: readCount('port') });
	print(`Base URL            ${url}`);
	print(`Key, read only      ${readKey}`);
	print(`Key, read and write ${fullKey}`);
	for (const form of forms) print(`Form                ${form.id}  ${form.name}`);

	const arrivals = values.every === undefined ? undefined : startArrivals(emulator, forms);
	const stop = () => {
		clearInterval(arrivals);
		void emulator.stop();
	};
	process.once('SIGINT', stop);
	process.once('SIGTERM', stop);
}

function startArrivals(emulator: Emulator, forms: readonly Form[]): NodeJS.Timeout {
	const everyMs = Math.max(1, readCount('every')) * 1000;
	let count = 0;
	return setInterval(() => {
		const form = forms[count++ % forms.length];
		if (form) void submitSample(emulator, form);
	}, everyMs);
}

main().catch((error: unknown) => {
	process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
	process.exitCode = 1;
});
