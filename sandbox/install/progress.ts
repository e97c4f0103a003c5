/* eslint-disable @n8n/community-nodes/no-restricted-globals -- not part of the published package */
import ora from 'ora';

export type Progress = {
	/** Changes the text; the clock keeps running. */
	update: (text: string) => void;
	succeed: (text: string) => void;
	fail: (text: string) => void;
};

/** How often to print a new line where no terminal redraws one, to show that work continues. */
const LINE_EVERY_MS = 15_000;

/** Shows on standard error what is being done, and how long it has taken so far. */
export function startProgress(text: string): Progress {
	const startedMs = Date.now();
	const isTerminal = process.stderr.isTTY === true && process.env.CI === undefined;
	return isTerminal ? spin(text, startedMs) : printLines(text, startedMs);
}

function spin(initial: string, startedMs: number): Progress {
	let text = initial;
	const line = () => `${text} (${elapsed(startedMs)})`;
	// `discardStdin` would switch the terminal to raw mode, and Ctrl-C would no longer reach children.
	const spinner = ora({ text: line(), discardStdin: false }).start();
	const timer = setInterval(() => {
		spinner.text = line();
	}, 1000);
	const end = () => clearInterval(timer);
	return {
		update(next) {
			text = next;
			spinner.text = line();
		},
		succeed(last) {
			end();
			spinner.succeed(`${last} (${elapsed(startedMs)})`);
		},
		fail(last) {
			end();
			spinner.fail(last);
		},
	};
}

function printLines(initial: string, startedMs: number): Progress {
	let text = initial;
	const print = (line: string) => process.stderr.write(`${line}\n`);
	print(`${text} …`);
	const timer = setInterval(
		() => print(`${text} … (${elapsed(startedMs)})`),
		LINE_EVERY_MS,
	).unref();
	const end = () => clearInterval(timer);
	return {
		update(next) {
			text = next;
			print(`${text} …`);
		},
		succeed(last) {
			end();
			print(`${last} (${elapsed(startedMs)})`);
		},
		fail(last) {
			end();
			print(last);
		},
	};
}

function elapsed(startedMs: number): string {
	const seconds = Math.round((Date.now() - startedMs) / 1000);
	return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
