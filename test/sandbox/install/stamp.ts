/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** A small file that records from which input something was last built. */
export function stampAt(path: string) {
	return {
		isFor(value: string): boolean {
			try {
				return readFileSync(path, 'utf8').trim() === value;
			} catch {
				return false;
			}
		},
		write(value: string): void {
			mkdirSync(dirname(path), { recursive: true });
			writeFileSync(path, `${value}\n`);
		},
	};
}
