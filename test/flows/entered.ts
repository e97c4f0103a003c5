/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- not part of the published package */
import type { Debugger } from 'node:inspector';
import { Session } from 'node:inspector/promises';
import { join, relative, sep } from 'node:path';

import { PROJECT } from '../../sandbox/paths';

/**
 * The files of `nodes/` of which a function is called while the work is done, in the order of their
 * first calls, relative to `nodes/FormSubmissions/`. What runs when a file is loaded doesn't count.
 */
export async function filesEntered(work: () => Promise<unknown>): Promise<string[]> {
	const session = new Session();
	session.connect();
	try {
		const order = await noteFirstCalls(session);
		await session.post('Profiler.enable');
		await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
		await work();
		const { result } = await session.post('Profiler.takePreciseCoverage');
		const called = result
			.filter(({ functions }) => functions.some(({ ranges }) => ranges[0] && ranges[0].count > 0))
			.map(({ url }) => url);
		return [...order].filter((url) => called.includes(url)).map(pathInNodes);
	} finally {
		session.disconnect();
	}
}

const NODES = join(PROJECT, 'nodes', 'FormSubmissions') + sep;

const pathInNodes = (url: string) => relative(NODES, url).split(sep).join('/');

/** Where the conditions of the breakpoints find the set to add to. */
const realm = globalThis as { noteEntered?: (url: string) => void };

/** Coverage counts calls without their order, so a breakpoint that never stops notes each place. */
async function noteFirstCalls(session: Session): Promise<Set<string>> {
	const order = new Set<string>();
	realm.noteEntered = (url) => order.add(url);
	const scripts: Debugger.ScriptParsedEventDataType[] = [];
	session.on('Debugger.scriptParsed', ({ params }) => {
		if (params.url.startsWith(NODES)) scripts.push(params);
	});
	await session.post('Debugger.enable');
	for (const { scriptId, url } of scripts) {
		const start = { scriptId, lineNumber: 0 };
		// Its types say that it returns nothing.
		const found: unknown = await session.post('Debugger.getPossibleBreakpoints', { start });
		const { locations } = found as Debugger.GetPossibleBreakpointsReturnType;
		for (const { lineNumber, columnNumber } of locations) {
			await session.post('Debugger.setBreakpoint', {
				location: { scriptId, lineNumber, columnNumber },
				condition: `(noteEntered(${JSON.stringify(url)}), false)`,
			});
		}
	}
	return order;
}
