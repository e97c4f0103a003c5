import { hash, randomBytes } from 'crypto';
import type { ITriggerFunctions } from 'n8n-workflow';

import { workflowIdOf } from '../../general/node';
import { isRecord } from '../../general/records';
import { readState, writeState } from '../../state/nodeStates';
import { MOST_IN_FLIGHT } from '../../state/runSlots';
import type { Checkpoint } from '../../watching/checkpoint';
import { parsed, readCheckpoint, toText } from '../../watching/stored';
import type { Outbox } from './outbox';
import type { RunsKept } from './runsKept';

/** A run that n8n was handed: its key, when that was (Unix milliseconds), and the IDs of its submissions. */
export type Handed = { key: string; atMs: number; ids: string[] };

/** The most submissions that are stored as handed over and not known to have run. */
const MOST_UNSETTLED = 1_000;

/**
 * What a trigger that listens has stored: how far it has read, what of that waits for its run, and what n8n was
 * handed and may not have stored. n8n saves it with each run.
 */
export class Position {
	/** What n8n was handed and hasn't run yet, oldest first. */
	unsettled: Handed[] = [];

	/** The IDs of what waited when the process before ended, and isn't fetched yet. */
	waited: string[] = [];

	private read?: Checkpoint;

	/** What is stored of it, which takes long to make: most hand-overs don't change it. */
	private readAsText = '';

	/** Part of each key, so that what a new starting point finds again runs again. */
	private epoch = newEpoch();

	private readonly nodeId: string;

	constructor(
		private readonly context: ITriggerFunctions,
		private readonly outbox: Outbox,
		private readonly runsKept: RunsKept,
	) {
		this.nodeId = context.getNode().id;
	}

	/** How far it has read. */
	get checkpoint(): Checkpoint | undefined {
		return this.read;
	}

	/** To be called for each change of it, of what is known, too. */
	moveTo(checkpoint: Checkpoint): void {
		this.read = checkpoint;
		this.readAsText = '';
	}

	/** Whether it has read on since it was written last. */
	get hasMoved(): boolean {
		return this.readAsText === '';
	}

	/** Reads what is stored for the trigger's target. */
	load(target: string): void {
		const stored = readState(this.context, 'list');
		this.read = readCheckpoint(this.context.getNode(), stored, target);
		if (!this.read || !stored) return;
		if (typeof stored.epoch === 'string') this.epoch = stored.epoch;
		if (typeof stored.areRunsKept === 'boolean') this.runsKept.stored = stored.areRunsKept;
		if (typeof stored.ranAtMs === 'number') this.outbox.ranAtMs = stored.ranAtMs;
		this.unsettled = listIn(stored.unsettled).filter(isHanded);
		this.waited = listIn(stored.waiting).filter(isText);
	}

	/** The key of a run with these submissions, in this order. */
	keyOf(ids: string[]): string {
		const run = JSON.stringify([workflowIdOf(this.context), this.nodeId, this.epoch, ids]);
		return `n8n-nodes-form-submissions ${hash('sha256', run)}`;
	}

	/** It has ended, n8n refused it, or it is no longer known. */
	settle(key: string): void {
		this.unsettled = this.unsettled.filter((one) => one.key !== key);
	}

	/** From now on, all keys are others. */
	renewKeys(): void {
		this.epoch = newEpoch();
	}

	/** Writes it into what n8n saves with the next run: as text, since n8n watches each part of an object. */
	write(): void {
		const { read, epoch, outbox, runsKept } = this;
		if (!read) return;
		this.readAsText ||= toText(read);
		const waiting = [...this.waited, ...outbox.waiting.map(({ one }) => one.submission.id)];
		let count = 0;
		const isNewest = ({ ids }: Handed) => (count += ids.length) <= MOST_UNSETTLED;
		const last = this.unsettled.slice(-MOST_IN_FLIGHT).reverse();
		writeState(this.context, 'list', {
			checkpoint: this.readAsText,
			epoch,
			unsettled: JSON.stringify(last.filter(isNewest).reverse()),
			waiting: JSON.stringify(waiting),
			ranAtMs: outbox.ranAtMs,
			...(runsKept.answer === undefined ? {} : { areRunsKept: runsKept.answer }),
		});
	}
}

function newEpoch(): string {
	return randomBytes(9).toString('base64url');
}

function isHanded(value: unknown): value is Handed {
	if (!isRecord(value) || !Array.isArray(value.ids) || !value.ids.every(isText)) return false;
	return typeof value.key === 'string' && typeof value.atMs === 'number';
}

function isText(value: unknown): value is string {
	return typeof value === 'string';
}

/** The list that a text has; empty for anything else. */
function listIn(text: unknown): unknown[] {
	const list = parsed(text);
	return Array.isArray(list) ? list : [];
}
