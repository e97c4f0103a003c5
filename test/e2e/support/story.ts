import type { Installation } from '../../../sandbox/install/installations';
import { describeConnectionTest, type StatusWords } from '../specs/connectionTest';
import { describeDeliveries } from '../specs/deliveries';
import { describeFormList } from '../specs/formList';
import { describeMistakes } from '../specs/mistakes';
import { describeReading } from '../specs/reading';
import { describeStopping } from '../specs/stopping';
import { startHost, type Host } from './host';

const START_TIMEOUT_MS = 300_000;

export type StoryOptions = {
	env?: Record<string, string>;
	/** Default: the n8n that the demo uses. */
	installation?: Installation;
	/** Default: `ours`. */
	statusWords?: StatusWords;
	/** Further tests, run after the rest. */
	more?: ((host: () => Host) => void)[];
};

/** All tests of the story in one n8n. */
export function describeStory(
	title: string,
	{ env = {}, installation, statusWords = 'ours', more = [] }: StoryOptions = {},
): void {
	describe(title, () => {
		let running: Host | undefined;
		const host = (): Host => {
			if (running === undefined) throw new Error('n8n was not started');
			return running;
		};

		beforeAll(async () => {
			running = await startHost(env, installation);
		}, START_TIMEOUT_MS);

		afterAll(async () => {
			await running?.stop();
		}, START_TIMEOUT_MS);

		it("knows the package's nodes", async () => {
			const names = await host().n8n.parameters.nodeTypes('n8n-nodes-form-submissions.');
			expect(names).toEqual([
				'n8n-nodes-form-submissions.formSubmissions',
				'n8n-nodes-form-submissions.formSubmissionsPollingTrigger',
				'n8n-nodes-form-submissions.formSubmissionsTool',
				'n8n-nodes-form-submissions.formSubmissionsTrigger',
			]);
		});

		describeReading(host);
		describeDeliveries(host);
		describeMistakes(host);
		describeConnectionTest(host, statusWords);
		describeFormList(host);
		describeStopping(host);
		for (const describeMore of more) describeMore(host);
	});
}
