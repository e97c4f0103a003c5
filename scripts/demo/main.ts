/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { styleText } from 'node:util';

import { prepare, type Stage } from './prepare';
import { createReport, type Report } from './report';
import { stayUp } from './stayUp';
import { STEPS } from './steps';

const USAGE = `npm run demo
Shows the nodes in a real n8n on this machine, with a stand-in for the service: an export, deliveries,
forged ones, a CRM. Then n8n stays up until Ctrl-C, if this is a terminal. The first run installs that
n8n (2.4 GB, some minutes). Needs no account, and nothing but Node.js where n8n's database driver can be
downloaded. Where it can't, that is built: with a C++ compiler, make, and Python 3.`;

const SIGNAL_EXIT_CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

const print = (text: string) => process.stdout.write(`${text}\n`);
const isOnTerminal =
	process.stdout.isTTY === true && process.stdin.isTTY === true && process.env.CI === undefined;

/** Runs the whole story in a real n8n; returns true if everything was as expected. */
async function main(): Promise<boolean> {
	const started: (() => Promise<void>)[] = [];
	try {
		const stage = await prepare((stop) => started.push(stop));
		const report = createReport(print);
		await tell(stage, report);
		const isAsExpected = report.summary();
		if (isOnTerminal) await stayUp(stage, print);
		return isAsExpected;
	} finally {
		print(styleText('dim', 'Stopping …'));
		for (const stop of started.reverse()) await stop();
	}
}

async function tell(stage: Stage, report: Report): Promise<void> {
	for (const [index, { title, run }] of STEPS.entries()) {
		report.heading(`${index + 1}. ${title}`);
		try {
			await run(stage, report);
		} catch (error) {
			report.failed(title, error);
		}
	}
}

// Everything that was started ends with this process, so it only needs to exit.
for (const [signal, exitCode] of Object.entries(SIGNAL_EXIT_CODES)) {
	process.once(signal, () => process.exit(exitCode));
}

if (process.argv.includes('--help')) {
	print(USAGE);
	process.exit(0);
}

main().then(
	(isAsExpected) => process.exit(isAsExpected ? 0 : 1),
	(error: unknown) => {
		process.stderr.write(
			`${styleText('red', error instanceof Error ? error.message : String(error))}\n`,
		);
		process.exit(1);
	},
);
