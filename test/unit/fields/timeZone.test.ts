import { FormSubmissionsPollingTrigger } from '../../../nodes/FormSubmissions/FormSubmissionsPollingTrigger.node';
import { pollContext } from '../../support/n8n';
import { publish, Publishing } from '../../support/publishing';
import { runActionAtEdge } from '../../support/world';

let world: Publishing;

beforeEach(() => (world = new Publishing()));

afterEach(() => world.stop());

const poll = async (timezone: string) => {
	const credential = { apiKey: world.apiKey };
	const setup = { kind: 'formSubmissionsPollingTrigger', parameters: {}, credential } as const;
	const context = pollContext({ ...setup, nodeId: world.nodeId, timezone });
	return await new FormSubmissionsPollingTrigger().poll.call(context);
};

const list = async (timezone: string) => {
	world.emulator.addSubmission({ formId: world.formId });
	const options = { times: 'local' };
	const parameters = { resource: 'submission', operation: 'getAll', returnAll: true, options };
	return await runActionAtEdge(world.emulator, { apiKey: world.apiKey, parameters, timezone });
};

describe('a time zone', () => {
	type Use = [string, (timezone: string) => Promise<unknown>];
	const uses: Use[] = [
		['the webhook trigger is published', (timezone) => publish(world.trigger({}, { timezone }))],
		['the polling trigger is published', poll],
		['rows have local times', list],
	];

	describe.each(uses)('when %s', (_when, use) => {
		it.each(['GMT+2', 'DEFAULT'])('is named if there is none of its name: %s', async (timezone) => {
			await expect(use(timezone)).rejects.toThrow(
				`There is no time zone "${timezone}". Choose the workflow's time zone under ⋯ > Settings.`,
			);
			expect(world.emulator.destinations()).toEqual([]);
		});

		it('can be any that the machine knows', async () => {
			await expect(use('Europe/Berlin')).resolves.not.toThrow();
		});
	});
});
