import type {
	IDataObject,
	IExecuteFunctions,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import type { Connection } from '../api/connection';
import type { ParameterReader } from '../parameters/reader';

/** What an operation works with: the parameters are those of one input item. */
export type OperationInput = {
	context: IExecuteFunctions;
	connection: Connection;
	parameters: ParameterReader;
};

/** One thing the action node can do: what a person sees of it, and what it does for one item. */
export type Operation = {
	/** Stored in workflows; never changes. */
	value: string;
	name: string;
	/** Title in the nodes panel. */
	action: string;
	description: string;
	/** What n8n's AI workflow builder is told, beside what people read. */
	builderHint?: INodePropertyOptions['builderHint'];
	/** What the canvas shows below the node: an n8n expression, without its braces. */
	subtitle: string;
	/** Shown for this operation only; `displayOptions` are added from the list of resources. */
	properties: INodeProperties[];
	execute: (input: OperationInput) => Promise<IDataObject[]>;
};

export type Resource = {
	/** Stored in workflows; never changes. */
	value: string;
	name: string;
	operations: Operation[];
};
