import { describeActionNode } from './specs/actionNode';
import { describeCanvas } from './specs/canvas';
import { describeCredential } from './specs/credential';
import { describeFlaws } from './specs/flaws';
import { describeNodesPanel } from './specs/nodesPanel';
import { describePollingTrigger } from './specs/pollingTrigger';
import { describeReadme } from './specs/readme';
import { describeWebhookTrigger } from './specs/webhookTrigger';
import { startStage, type Stage } from './support/stage';

const START_TIMEOUT_MS = 300_000;

// The editor is third-party software and occasionally unstable; the errors of the first attempt are logged.
jest.retryTimes(1, { logErrorsBeforeRetry: true });

/** All tests share one n8n, as starting it takes longer than a test. */
describe('In the editor of a real n8n', () => {
	let running: Stage | undefined;
	const stage = (): Stage => {
		if (running === undefined) throw new Error('n8n or the browser was not started');
		return running;
	};

	beforeAll(async () => {
		running = await startStage();
	}, START_TIMEOUT_MS);

	afterAll(async () => {
		await running?.stop();
	}, START_TIMEOUT_MS);

	describeFlaws(stage);
	describeActionNode(stage);
	describeWebhookTrigger(stage);
	describePollingTrigger(stage);
	describeCredential(stage);
	describeNodesPanel(stage);
	describeCanvas(stage);
	describeReadme(stage);
});
