import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import type { Connection } from '../api/connection';

/** One thing the action node can do: what a person sees of it, and what it does for one item. */
export type Operation = {
	/** Stored in workflows; never changes. */
	value: string;
	name: string;
	/** Title in the nodes panel. */
	action: string;
	description: string;
	/** Shown for this operation only; `displayOptions` are added from the list of resources. */
	properties: INodeProperties[];
	execute: (
		context: IExecuteFunctions,
		connection: Connection,
		itemIndex: number,
	) => Promise<IDataObject[]>;
};

export type Resource = {
	/** Stored in workflows; never changes. */
	value: string;
	name: string;
	operations: Operation[];
};
