import type { Answer } from '../../../emulator';
import { clock, HOUR, MINUTE } from './pollingClock';
import { trigger } from './pollingTrigger';

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

	const RESTS = {
		message: expect.stringMatching(/status 500/) as unknown,
		description: expect.stringMatching(
			/New submissions still run this workflow.*every hour/,
		) as unknown,
	};

	it('is the error of the third poll even if late submissions come before it', async () => {
		await stuck();
		const arriveLate = () => {
			const from = clock.nowMs - 95 * MINUTE;
			return trigger.emulator.addSubmissions(trigger.formId, 1, { from, stepMs: 0 })[0]?.id;
		};
		clock.nowMs += MINUTE;
		const late = arriveLate();
		expect(await trigger.pollIds()).toEqual([late]);
		arriveLate();

		await expectError();
	});

	it('is the error again once an hour, until it can be read; then everything is returned once', async () => {
		const { added, seen } = await stuck();
		expect(await trigger.pollFor(1)).toEqual([]);
		expect(await expectError()).toMatchObject(RESTS);
		const later = trigger.arrive(2);
		expect(await trigger.pollFor(57)).toEqual(later);

		expect(await expectError()).toMatchObject(RESTS);
		expect(await trigger.pollFor(1)).toEqual([]);
		trigger.emulator.onAnswer(undefined);

		seen.push(...(await trigger.pollFor(58)));

		expect(seen).toHaveLength(350);
		expect(new Set(seen)).toEqual(new Set(added));
		expect(trigger.remembered()?.gaps).toEqual([]);
		expect(await trigger.pollFor(9)).toEqual([]);
	});

	it.each([401, 402, 403])(
		'is the error of the third poll even if a firewall refuses it like a key (%i)',
		async (status) => {
			const { added, seen } = await stuck(status);
			expect(await trigger.pollFor(1)).toEqual([]);

			expect(await expectError()).toMatchObject({
				message: 'The request may have been blocked on its way to the service.',
				description: RESTS.description,
			});
			const later = trigger.arrive(2);
			expect(await trigger.pollFor(1)).toEqual(later);

			trigger.emulator.onAnswer(undefined);
			seen.push(...(await trigger.pollFor(58)));
			expect(new Set(seen)).toEqual(new Set(added));
		},
	);

	it('does not keep the workflow from being published again', async () => {
		await stuck();
		await trigger.pollFor(1);
		await expectError();
		const later = trigger.arrive(1);
		expect(await trigger.pollFor(1)).toEqual(later);
		clock.nowMs += 2 * HOUR;

		expect(await trigger.publishAgain()).toBeNull();
		expect(await trigger.pollFor(1)).toEqual([]);
		expect(await expectError()).toMatchObject({ message: expect.stringMatching(/status 500/) });
	});

	it('costs few requests until it can be read', async () => {
		await stuck();

		let errors = 0;
		const requests = await trigger.requestsOf(async () => {
			for (let minute = 0; minute < 240; minute++) {
				clock.nowMs += MINUTE;
				await trigger.poll().catch(() => errors++);
			}
		});

		// The first after two minutes, then one every 58.
		expect(errors).toBe(5);
		expect(requests / 240).toBeLessThan(2);
	});
});
