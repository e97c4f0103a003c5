/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { readFileSync, writeFileSync } from 'node:fs';

import type { Finding } from './finding';

export type Results = { checkedAt: string; findings: Finding[] };

export type Change = { question: string; was: string; is: string };

export function writeResults(file: string, results: Results): void {
	writeFileSync(file, `${JSON.stringify(results, null, '\t')}\n`);
}

export function readResults(file: string): Results {
	return JSON.parse(readFileSync(file, 'utf8')) as Results;
}

/** What was found otherwise. A point that one of the two could not see is no difference. */
export function findChanges(before: Finding[], now: Finding[]): Change[] {
	const seenBefore = new Map(before.map((finding) => [finding.id, finding]));
	return now.flatMap(({ id, question, found, verdict }) => {
		const was = seenBefore.get(id);
		if (!was || was.verdict === 'notSeen' || verdict === 'notSeen') return [];
		return was.found === found ? [] : [{ question, was: was.found, is: found }];
	});
}
