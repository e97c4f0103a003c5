import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { createEmulator, type Answer, type Emulator, type EmulatorRequest } from '../../emulator';
import { forgetBudgets } from '../../nodes/FormSubmissions/api/transport/budget';
import { poll } from '../../nodes/FormSubmissions/polling/poll';
import { connectEdge } from './edge';
import { pollContext } from './n8n';

/** What happens around one poll. */
export type PollConditions = {
	/** How long each answer takes (milliseconds). */
	latencyMs?: number;
	/** How long n8n lets the poll take (milliseconds). */
	budgetMs?: number;
	/** From this request of the poll on, the service is down. */
	downFrom?: number;
	/** What n8n came to: it saved and handed over, or was killed before, or before it saved. */
	end?: 'handedOver' | 'killedBefore' | 'killedBeforeSaving';
	/** The poll with which n8n activates a workflow; what it remembers is saved whatever it gives. */
	isActivation?: boolean;
};

const NODE_ID = 'node1';

const REFUSAL = { kind: 'response', headers: {}, body: '{"ok":false}' } as const;

/**
 * An n8n that polls the emulator without a network: it saves static data only when a poll gave rows
 * and at the end of an activation, and a restart loses what was not saved. Its clock stands still
 * except for answers, waits of the node and `wait`.
 */
export class PollingWorld {
	nowMs = Date.UTC(2026, 0, 31, 9);

	readonly emulator: Emulator;

	readonly formId: string;

	/** How often each submission was handed over. */
	readonly given = new Map<string, number>();

	requests = 0;

	private readonly apiKey: string;

	private saved = '{}';

	private staticData: IDataObject = {};

	private refusesCursors = new Set<string>();

	private readonly cursors = new Set<string>();

	/** The service may give fewer submissions a page than were asked for. */
	pageSize = 100;

	constructor(private readonly options: IDataObject = {}) {
		forgetBudgets();
		this.emulator = createEmulator({ now: () => this.nowMs, keepRequests: false });
		this.apiKey = this.emulator.addKey();
		this.formId = this.emulator.addForm().id;
	}

	wait(ms: number): void {
		this.nowMs += ms;
	}

	/** What n8n was told is lost; so is what it did not save. */
	restart(): void {
		forgetBudgets();
		this.staticData = JSON.parse(this.saved) as IDataObject;
	}

	/** The service no longer takes the cursors it gave until now. */
	expireCursors(): void {
		this.refusesCursors = new Set(this.cursors);
	}

	get stateSize(): number {
		return JSON.stringify(this.staticData).length;
	}

	/** Polls once; an error of the node ends the poll as n8n lets it end: with nothing. */
	async poll(conditions: PollConditions = {}): Promise<INodeExecutionData[]> {
		const { end = 'handedOver', isActivation = false } = conditions;
		const outcome = await this.run(conditions);
		if (end === 'killedBefore') {
			this.restart();
			return [];
		}
		const items = outcome ?? [];
		for (const { json } of items) {
			const id = String(json.id);
			this.given.set(id, (this.given.get(id) ?? 0) + 1);
		}
		if (end === 'killedBeforeSaving') this.restart();
		else if (items.length > 0 || (isActivation && outcome !== undefined)) {
			this.saved = JSON.stringify(this.staticData);
		}
		return items;
	}

	/** Undefined where the poll threw, null where it gave nothing. */
	private async run({
		latencyMs = 0,
		budgetMs = 300_000,
		downFrom = Infinity,
	}: PollConditions): Promise<INodeExecutionData[] | null | undefined> {
		const context = pollContext({
			kind: 'formSubmissionsPollingTrigger',
			parameters: { options: this.options },
			credential: { apiKey: this.apiKey },
			nodeId: NODE_ID,
			staticData: this.staticData,
		});
		let requests = 0;
		const handle = (request: EmulatorRequest): Answer => {
			this.requests++;
			const answer = this.answer(request);
			return requests++ < downFrom ? answer : { ...REFUSAL, status: 503 };
		};
		connectEdge(
			context,
			{ handle },
			{
				apiKey: this.apiKey,
				latencyMs: () => latencyMs,
				elapse: async (ms) => this.wait(ms),
			},
		);
		Object.assign(context, { getPollBudgetMs: () => budgetMs });
		try {
			return await poll(context);
		} catch {
			return undefined;
		}
	}

	private answer(request: EmulatorRequest): Answer {
		const { pathname, searchParams } = new URL(request.url, 'http://emulator');
		const cursor = searchParams.get('cursor');
		if (cursor !== null && this.refusesCursors.has(cursor)) return { ...REFUSAL, status: 422 };
		searchParams.set('limit', String(this.pageSize));
		const answer = this.emulator.handle({
			...request,
			url: `${pathname}?${searchParams.toString()}`,
		});
		const next = answer.kind === 'response' ? /"nextCursor":"([^"]+)"/.exec(answer.body) : null;
		if (next?.[1] !== undefined) {
			this.cursors.add(next[1]);
			// The emulator names one place always alike; given anew, it is a new cursor.
			this.refusesCursors.delete(next[1]);
		}
		return answer;
	}
}
