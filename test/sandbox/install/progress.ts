/* eslint-disable @n8n/community-nodes/no-restricted-globals -- not part of the published package */
export type Progress = ReturnType<typeof startProgress>;

/** How often to print another line, to show that work continues. */
const LINE_EVERY_MS = 15_000;

/** Prints on standard error what is being done, again and again while it lasts. */
export function startProgress(initial: string) {
	let text = initial;
	const print = (line: string) => process.stderr.write(`${line}\n`);
	const update = (next: string) => {
		text = next;
		print(`${text} …`);
	};
	const timer = setInterval(() => update(text), LINE_EVERY_MS).unref();
	const end = (last: string) => {
		clearInterval(timer);
		print(last);
	};
	update(initial);
	return { update, succeed: end, fail: end };
}
