import type { Answer } from '../../../emulator';
import { clock, HOUR, MINUTE } from './pollingClock';
import { trigger, usePollingTrigger } from './pollingTrigger';

usePollingTrigger();

/** From now on, the service responds with this status whenever a page would include the submission. */
function failAt(id: string | undefined, status = 500): void {
	trigger.emulator.onAnswer((_request, answer): Answer => {
		if (answer.kind !== 'response' || !answer.body.includes(`"${id}"`)) return answer;
		return { kind: 'response', status, headers: {}, body: '{"ok":false}' };
	});
}

async function expectError(): Promise<Error> {
	clock.nowMs += MINUTE;
	const outcome = await trigger.poll().catch((thrown: Error) => thrown);
	expect(outcome).toBeInstanceOf(Error);
	return outcome as Error;
}

describe('a page that cannot be read', () => {
	/** It has the second hundred of 350 submissions, a minute apart. */
	async function stuck(status?: number): Promise<{ added: string[]; seen: unknown[] }> {
		await trigger.poll();
		const added = trigger.arrive(350, { stepMs: MINUTE });
		failAt(added[200], status);
		const seen = await trigger.pollIds();
		expect(seen).toEqual(added.slice(-100));
		return { added, seen };
	}

	const HELD_UP = {
		message: expect.stringMatching(/status 500/) as unknown,
		description: expect.stringMatching(/New submissions still run this workflow/) as unknown,
	};

	it('is shown once an hour, and holds up what is below it, but nothing above; then all comes', async () => {
		const { added, seen } = await stuck();
		expect(await expectError()).toMatchObject(HELD_UP);
		const later = trigger.arrive(2);
		expect(await trigger.pollFor(59)).toEqual(later);

		expect(await expectError()).toMatchObject(HELD_UP);
		expect(await trigger.pollFor(1)).toEqual([]);
		trigger.emulator.onAnswer(undefined);
		seen.push(...(await trigger.pollFor(1)));

		expect(seen).toHaveLength(350);
		expect(new Set(seen)).toEqual(new Set(added));
		expect(await trigger.pollFor(9)).toEqual([]);
	});

	it('is shown in every other poll at most, if polls are hours apart', async () => {
		await stuck();
		clock.nowMs += 2 * HOUR;
		await expectError();
		clock.nowMs += 2 * HOUR;
		const later = trigger.arrive(2);

		expect(await trigger.pollIds()).toEqual(later);
		clock.nowMs += 2 * HOUR;
		await expectError();
	});

	it('is only logged where n8n would put polls off after an error', async () => {
		const { seen, added } = await stuck();
		const durable = { budgetMs: 45 * 1_000 };
		const later = trigger.arrive(2);
		clock.nowMs += MINUTE;

		expect(await trigger.pollIds(durable)).toEqual(later);
		expect(trigger.warnings.at(-1)).toMatch(/status 500/);
		trigger.emulator.onAnswer(undefined);
		clock.nowMs += MINUTE;
		seen.push(...(await trigger.pollIds(durable)));
		expect(new Set(seen)).toEqual(new Set(added));
	});

	it('does not keep the workflow from being published again', async () => {
		await stuck();
		await expectError();

		expect(await trigger.publishAgain()).toBeNull();
		const later = trigger.arrive(1);
		expect(await trigger.pollFor(1)).toEqual(later);
	});
});
