import { ALL, MAIN } from '../../sandbox/install/installations';
import { describeStory } from '../e2e/support/story';
import { describePanel } from './specs/panel';
import { describePolling } from './specs/polling';

for (const installation of ALL) {
	const { n8n, node } = installation.versions;
	describeStory(`On n8n ${n8n} with Node ${node}`, {
		installation,
		statusWords: installation === MAIN ? 'ours' : 'ofN8n',
		more: [(host) => describePanel(host, installation), describePolling],
	});
}
