import { createHash, randomBytes } from 'crypto';
import type { IDataObject, ITriggerFunctions } from 'n8n-workflow';

import { workflowIdOf } from '../../general/node';
import { isRecord } from '../../general/records';
import { readState, writeState } from '../../state/nodeStates';
import type { Checkpoint } from '../../watching/checkpoint';
import { readCheckpoint, toStored } from '../../watching/stored';
import type { Outbox } from './outbox';

/** A run that n8n was handed: its key, when that was (Unix milliseconds), and the IDs of its submissions. */
export type Handed = { key: string; atMs: number; ids: string[] };

/** The most that is stored as handed over and not known to have run: the last runs, with so many submissions. */
const MOST_UNSETTLED_RUNS = 25;
const MOST_UNSETTLED = 1_000;

/**
 * What a trigger that listens has stored: how far it has read, what of that waits for its run, and what n8n was
 * handed and may not have stored. n8n saves it with each run.
 */
export class Position {
	checkpoint?: Checkpoint;

	/** What n8n was handed and hasn't run yet, oldest first. */
	unsettled: Handed[] = [];

	/** The IDs of what waited when the process before ended, and isn't fetched yet. */
	waited: string[] = [];

	/** Part of each key, so that what a new starting point finds again runs again. */
	private epoch = newEpoch();

	/** What is stored of the checkpoint that was written last: most hand-overs don't change it. */
	private written?: { checkpoint: Checkpoint; stored: IDataObject };

	constructor(
		private readonly context: ITriggerFunctions,
		private readonly outbox: Outbox,
	) {}

	/** Reads what is stored for the trigger's target, unless that was read before. */
	load(target: string): void {
		if (this.checkpoint) return;
		const { stored } = this;
		this.checkpoint = readCheckpoint(this.context.getNode(), stored, target);
		if (!this.checkpoint || !isRecord(stored)) return;
		if (typeof stored.epoch === 'string') this.epoch = stored.epoch;
		this.unsettled = Array.isArray(stored.unsettled) ? stored.unsettled.filter(isHanded) : [];
		this.waited = isListOfTexts(stored.waiting) ? stored.waiting : [];
	}

	get stored(): unknown {
		return readState(this.context, 'list')?.value;
	}

	/** The key of a run with these submissions, in this order. */
	keyOf(ids: string[]): string {
		const { epoch, context } = this;
		const run = JSON.stringify([workflowIdOf(context), context.getNode().id, epoch, ids]);
		return `n8n-nodes-form-submissions ${createHash('sha256').update(run).digest('hex')}`;
	}

	/** It has ended, n8n refused it, or it is no longer known. */
	settle(key: string): void {
		this.unsettled = this.unsettled.filter((one) => one.key !== key);
	}

	/** From now on, all keys are others. */
	renewKeys(): void {
		this.epoch = newEpoch();
	}

	/** Writes it into what n8n saves with the next run. */
	write(): void {
		const { checkpoint, epoch, outbox } = this;
		if (!checkpoint) return;
		if (this.written?.checkpoint !== checkpoint) {
			this.written = { checkpoint, stored: toStored(checkpoint) };
		}
		const { stored } = this.written;
		const waiting = [...this.waited, ...outbox.waiting.map(({ one }) => one.submission.id)];
		let count = 0;
		const isNewest = ({ ids }: Handed) => (count += ids.length) <= MOST_UNSETTLED;
		const last = this.unsettled.slice(-MOST_UNSETTLED_RUNS).reverse();
		const unsettled = last.filter(isNewest).reverse();
		writeState(this.context, 'list', { ...stored, epoch, unsettled, waiting });
	}
}

function newEpoch(): string {
	return randomBytes(9).toString('base64url');
}

function isHanded(value: unknown): value is Handed {
	if (!isRecord(value) || !isListOfTexts(value.ids)) return false;
	return typeof value.key === 'string' && typeof value.atMs === 'number';
}

function isListOfTexts(value: unknown): value is string[] {
	return Array.isArray(value) && value.every((one) => typeof one === 'string');
}
