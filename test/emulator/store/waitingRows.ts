import type { Row } from './submissionIndex';

/** Rows that no list contains yet. Those that are due are found without looking at the others. */
export function createWaitingRows() {
	const all = new Set<Row>();
	let lastDueFirst: Row[] = [];
	let isSorted = true;

	return {
		add(row: Row): void {
			all.add(row);
			lastDueFirst.push(row);
			isSorted = false;
		},
		has: (row: Row): boolean => all.has(row),
		/** Those whose time has come, which then no longer wait. */
		takeDue(nowMs: number): Row[] {
			if (!isSorted) lastDueFirst.sort((a, b) => b.visibleMs - a.visibleMs);
			isSorted = true;
			const due: Row[] = [];
			for (;;) {
				const next = lastDueFirst.at(-1);
				if (next === undefined || next.visibleMs > nowMs) return due;
				lastDueFirst.pop();
				all.delete(next);
				due.push(next);
			}
		},
		replace(before: Row, row: Row): void {
			if (!all.delete(before)) return;
			all.add(row);
			lastDueFirst = lastDueFirst.map((one) => (one === before ? row : one));
		},
		remove(row: Row): void {
			if (all.delete(row)) lastDueFirst = lastDueFirst.filter((one) => one !== row);
		},
	};
}
