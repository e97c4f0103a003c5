/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { PROJECT } from '../../sandbox/paths';

/** A section of `docs/ways.md`: its steps name files, or lead through another section. */
type Section = { own: string[]; through: string[] };

/** What a way visits: the files that its own steps name, and all, with those of other sections. */
export type Way = { own: string[]; all: string[] };

/** The ways by their titles; sections that several ways share are ways, too. */
export function readWays(): Map<string, Way> {
	const text = readFileSync(join(PROJECT, 'docs', 'ways.md'), 'utf8');
	const sections = new Map<string, Section>();
	for (const part of text.split('\n## ').slice(1)) {
		const [title = '', ...lines] = part.split('\n');
		const steps = lines.filter((line) => /^\d+\. /.test(line)).join('\n');
		sections.set(title, {
			own: [...steps.matchAll(/`([\w./]+\.ts)`/g)].map(([, path = '']) => path),
			through: [...steps.matchAll(/\(#([\w-]+)\)/g)].map(([, anchor = '']) => anchor),
		});
	}
	const allOf = ({ own, through }: Section): string[] => [
		...own,
		...through.flatMap((anchor) => {
			const found = [...sections].find(([title]) => anchorOf(title) === anchor);
			return found ? allOf(found[1]) : [];
		}),
	];
	return new Map(
		[...sections].map(([title, section]) => [title, { own: section.own, all: allOf(section) }]),
	);
}

const anchorOf = (title: string) => title.toLowerCase().replaceAll(' ', '-');
