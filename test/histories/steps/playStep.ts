import type { N8nStep, Step } from './arbitraries';
import type { Play } from './play';

/** Carries out one step of a history; a step that makes no sense at that point does nothing. */
export async function playStep(play: Play, step: Step): Promise<void> {
	switch (step.do) {
		case 'submit':
			play.submit(step.arrival);
			return;
		case 'poll':
			return await play.poll(step);
		case 'refuse':
			return play.service.failNext(step.how, { skip: step.skip, times: step.count });
		case 'refuseCursors':
			return play.service.refuseCursors(step.status);
		case 'breakPage': {
			const ids = [...play.submissions.keys()];
			const id = ids[Math.floor(step.at * ids.length)];
			if (!id) return;
			play.brokenIds.add(id);
			return play.service.breakRow(id, step.how);
		}
		case 'serve':
			play.service.change({ maxPageSize: step.maxPageSize });
			play.network.latencyMs = step.latencyMs;
			return;
		case 'setClock':
			return play.setClock(step.leadHours);
		case 'fetchTestEvent':
			return await play.n8n.fetchTestEvent(play.main);
		default:
			return await playN8nStep(play, step);
	}
}

async function playN8nStep(play: Play, step: N8nStep): Promise<void> {
	const { n8n, main, sibling } = play;
	switch (step.do) {
		case 'restart':
			return await n8n.restart(step.downSeconds);
		case 'stop':
			if (step.during === 'start') return await n8n.restart(1, step.inMs);
			n8n.stopInMs = step.inMs;
			return;
		case 'killAtRequest':
			return play.network.killAtRequest(step.number);
		case 'kill':
			n8n.killMoment = step.moment;
			return;
		case 'failToCommit':
			n8n.failsToCommit = true;
			return;
		case 'publish':
			return await publishAgain(play, step.who);
		case 'rename':
			if (sibling?.name === step.to) return;
			main.name = step.to;
			return await play.publish(main);
		case 'swapNames':
			if (!sibling) return;
			[main.name, sibling.name] = [sibling.name, main.name];
			return await play.publish(main, sibling);
		case 'replaceSibling':
			return await play.publish(play.addSibling(`sibling of ${play.nowMs}`));
	}
}

async function publishAgain(play: Play, who: 'main' | 'sibling' | 'both'): Promise<void> {
	const { main, sibling } = play;
	const nodes = [
		...(who === 'sibling' ? [] : [main]),
		...(who !== 'main' && sibling ? [sibling] : []),
	];
	if (nodes.length > 0) await play.publish(...nodes);
}
