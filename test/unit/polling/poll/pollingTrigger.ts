import type { PollContext } from 'n8n-core';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { FormSubmissionsPollingTrigger } from '../../../../nodes/FormSubmissions/FormSubmissionsPollingTrigger.node';
import { forgetAll } from '../../../../nodes/FormSubmissions/general/remembered';
import type { Checkpoint } from '../../../../nodes/FormSubmissions/polling/checkpoint';
import { fromStored } from '../../../../nodes/FormSubmissions/polling/stored';
import { createEmulator, type Emulator, type EmulatorRequest } from '../../../emulator';
import { pollContext } from '../../../support/n8n';
import { connectNetwork, disconnectNetwork } from '../../../support/network';
import { replaceSleep } from '../../../support/replaceSleep';
import { clock, startClock } from './pollingClock';

export type PollSetup = {
	parameters?: IDataObject;
	/** How long n8n allows the poll (milliseconds). Default: as long as without durable cursors. */
	budgetMs?: number;
	nodeId?: string;
	timezone?: string;
};

/** How long n8n allows a poll that its durable scheduler doesn't run (milliseconds). */
const UNSCHEDULED_MS = 300_000;

/** A polling trigger in one workflow of a newly started n8n, and the service that it polls. */
export class PollingTrigger {
	readonly emulator: Emulator;

	readonly apiKey: string;

	readonly formId: string;

	readonly nodeId = 'node1';

	/** Of the workflow, as n8n has saved it. */
	staticData: IDataObject = {};

	/** What the node has logged as warnings. */
	readonly warnings: string[] = [];

	private readonly node = new FormSubmissionsPollingTrigger();

	private publications = new Map<string, PollContext>();

	constructor() {
		forgetAll();
		startClock();
		replaceSleep(sleep);
		this.emulator = createEmulator({ now: () => clock.nowMs });
		this.apiKey = this.emulator.addKey();
		this.formId = this.emulator.addForm({ name: 'Contact' }).id;
		connectNetwork(this.emulator);
	}

	stop(): void {
		jest.restoreAllMocks();
		disconnectNetwork();
		this.emulator.assertNoUnusedFaults();
	}

	/**
	 * Polls as n8n does, and returns the items; null if it returns nothing. The first poll of a
	 * publication is the one that n8n runs itself to publish; all of its polls share one context. A
	 * workflow with other parameters is another publication.
	 */
	async poll({ budgetMs = UNSCHEDULED_MS, ...setup }: PollSetup = {}): Promise<
		INodeExecutionData[] | null
	> {
		const key = JSON.stringify(setup);
		// The durable scheduler gives each poll a context of its own.
		const isShared = budgetMs === UNSCHEDULED_MS;
		const shared = isShared ? this.publications.get(key) : undefined;
		const context = shared ?? this.context(setup, 'trigger');
		if (isShared) this.publications.set(key, context);
		return await this.itemsOf(Object.assign(context, { getPollBudgetMs: () => budgetMs }));
	}

	/** Publishes the trigger, and lets its first scheduled poll find nothing new. */
	async start(setup?: PollSetup): Promise<void> {
		for (const what of ['published', 'first poll']) {
			if (await this.poll(setup)) throw new Error(`${what}: returned something`);
		}
	}

	/** n8n reads what it had stored as static data. */
	restore(stored: string): void {
		const before = JSON.parse(stored) as IDataObject;
		Object.assign(this.staticData, { global: before.global });
	}

	/** The poll that n8n runs after the workflow has been published again. */
	async publishAgain(setup: PollSetup = {}): Promise<INodeExecutionData[] | null> {
		this.publications.clear();
		// n8n reads what it has saved; the earlier publication keeps its own copy.
		this.staticData = JSON.parse(JSON.stringify(this.staticData)) as IDataObject;
		return await this.poll(setup);
	}

	/** Fetch Test Event. */
	async test(setup: PollSetup = {}): Promise<INodeExecutionData[] | null> {
		return await this.itemsOf(this.context(setup, 'manual'));
	}

	async pollIds(setup?: PollSetup): Promise<unknown[]> {
		return idsOf(await this.poll(setup));
	}

	/** Polls once a minute and returns the IDs of all items. */
	async pollFor(minutes: number): Promise<unknown[]> {
		const ids: unknown[] = [];
		for (let minute = 0; minute < minutes; minute++) {
			clock.nowMs += 60_000;
			ids.push(...(await this.pollIds()));
		}
		return ids;
	}

	/** Submissions that arrive from now on over some time; the clock advances with them. */
	arrive(count: number, { stepMs = 10, form = this.formId } = {}): string[] {
		const added = this.emulator.addSubmissions(form, count, { from: clock.nowMs, stepMs });
		clock.nowMs += count * stepMs + 1;
		return added.map(({ id }) => id);
	}

	/** What the trigger remembers, as it would be after a restart of n8n. */
	remembered(): Checkpoint | undefined {
		const key = `poll ${this.nodeId}`;
		const { [key]: stored } = this.staticData.global as Record<string, IDataObject>;
		return fromStored(stored?.value);
	}

	setRemembered(value: unknown): void {
		this.staticData.global = { [`poll ${this.nodeId}`]: value } as IDataObject;
	}

	async requestsOf(action: () => Promise<unknown>): Promise<number> {
		const before = this.emulator.requests.length;
		await action();
		return this.emulator.requests.length - before;
	}

	/** Makes each response take some time; optionally, something happens meanwhile. */
	responsesTake(ms: number, meanwhile: () => void = () => {}): void {
		this.emulator.onAnswer((_request, answer) => {
			clock.nowMs += ms;
			meanwhile();
			return answer;
		});
	}

	/** Something happens while the service responds to the next request. */
	duringNextRequest(action: () => void): void {
		this.emulator.onAnswer((_request, answer) => {
			this.emulator.onAnswer(undefined);
			action();
			return answer;
		});
	}

	private async itemsOf(context: PollContext): Promise<INodeExecutionData[] | null> {
		const output = await this.node.poll.call(context);
		return output === null ? null : (output[0] ?? []);
	}

	private context(
		{ parameters = {}, nodeId = this.nodeId, timezone }: PollSetup,
		mode: 'trigger' | 'manual',
	): PollContext {
		const context = pollContext(
			{
				kind: 'formSubmissionsPollingTrigger',
				// As the service sent them: simplified rows would also request the names of their forms.
				parameters: { simplify: false, ...parameters },
				credential: { apiKey: this.apiKey },
				nodeId,
				staticData: this.staticData,
				timezone,
			},
			mode,
		);
		countRequests(context);
		jest.spyOn(context.logger, 'warn').mockImplementation((text) => void this.warnings.push(text));
		return context;
	}
}

/** The trigger of the current test. */
export let trigger: PollingTrigger;

/** Gives each test of a file its own trigger. */
export function usePollingTrigger(): void {
	beforeEach(() => {
		trigger = new PollingTrigger();
	});
	afterEach(() => trigger.stop());
}

/** Requests that have been sent and not been answered yet. */
let inProgress = 0;

/**
 * The node's waits advance the clock and take no real time. One that begins during a request is the
 * limit of that request, which always ends first.
 */
async function sleep(ms: number): Promise<void> {
	if (inProgress > 0) await new Promise<never>(() => {});
	clock.nowMs += ms;
}

/** Counts the requests that are in progress. */
function countRequests({ helpers }: PollContext): void {
	const { httpRequestWithAuthentication: send } = helpers;
	helpers.httpRequestWithAuthentication = async function (...request) {
		inProgress++;
		try {
			return await send.apply(this, request);
		} finally {
			inProgress--;
		}
	};
}

export function idsOf(items: INodeExecutionData[] | null): unknown[] {
	return (items ?? []).map(({ json }) => json.id);
}

export function byId(value: string): IDataObject {
	return { formId: { __rl: true, mode: 'id', value } };
}

export const hasCursor = ({ url }: EmulatorRequest) => url.includes('cursor=');
