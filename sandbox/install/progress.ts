/* eslint-disable @n8n/community-nodes/no-restricted-globals -- not part of the published package */
export type Progress = {
	/** Changes the text; the clock keeps running. */
	update: (text: string) => void;
	succeed: (text: string) => void;
	fail: (text: string) => void;
};

/** How often to print another line, to show that work continues. */
const LINE_EVERY_MS = 15_000;

/** Prints on standard error what is being done, and how long it has taken so far. */
export function startProgress(initial: string): Progress {
	const startedMs = Date.now();
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
