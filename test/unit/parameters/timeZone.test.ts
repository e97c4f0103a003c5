import { startFakeClock, stopFakeClock } from '../../support/fakeClock';
import { Publishing } from '../../support/publishing';
import { runActionOn } from '../../support/world';

let world: Publishing;

beforeEach(() => {
	startFakeClock();
	world = new Publishing();
});

afterEach(stopFakeClock);

const list = async (timezone: string) => {
	world.emulator.addSubmission({ formId: world.formId });
	const options = { times: 'local' };
	const parameters = { resource: 'submission', operation: 'getAll', returnAll: true, options };
	return await runActionOn(world.emulator, { apiKey: world.apiKey, parameters, timezone });
};

it.each<[string, (timezone: string) => Promise<unknown>]>([
	['the trigger is published', (timezone) => world.publish(world.trigger({}, { timezone }))],
	['rows have local times', list],
])('a time zone that there is not is named when %s', async (_when, use) => {
	for (const timezone of ['GMT+2', 'DEFAULT']) {
		await expect(use(timezone)).rejects.toThrow(
			`There is no time zone "${timezone}". Choose the workflow's time zone under ⋯ > Settings.`,
		);
	}
	expect(world.emulator.destinations()).toEqual([]);
});
