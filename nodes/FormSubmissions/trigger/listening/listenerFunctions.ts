import type { NodeApiError, NodeOperationError } from 'n8n-workflow';

import type { TimeLimits } from '../../api/timeLimits';
import type { KeyedSubmission } from '../../watching/checkpoint';
import type { Session } from '../../watching/session';

/** What the parts of a trigger that listens ask of it. */
export type ListenerFunctions = {
	/** With its credential. */
	open(timeLimits: TimeLimits): Promise<Session>;
	/** Once it is closed, nothing more is begun. */
	isClosed(): boolean;
	/** Something may follow. */
	wake(): void;
	/** The list was read, or shared: with what was met of it, if it was for the first time. */
	markRead(met: KeyedSubmission[]): void;
	/** What is tried again. */
	tell(error: unknown): void;
	/** For a person to read; `cause` tells what was shown already. */
	show(error: NodeApiError | NodeOperationError, cause: string): void;
};
