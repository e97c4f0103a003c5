/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** A small file that records from which input something was last built. */
export type Stamp = {
	isFor: (value: string) => boolean;
	write: (value: string) => void;
};

export function stampAt(path: string): Stamp {
	return {
		isFor(value) {
			try {
				return readFileSync(path, 'utf8').trim() === value;
			} catch {
				return false;
			}
		},
		write(value) {
			mkdirSync(dirname(path), { recursive: true });
			writeFileSync(path, `${value}\n`);
		},
	};
}
