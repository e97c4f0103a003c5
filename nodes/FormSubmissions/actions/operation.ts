import type {
	IDataObject,
	IExecuteFunctions,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import type { Connection } from '../api/connection';
import type { Described, ParameterName, ParameterReader } from '../parameters/reader';

/** What an operation works with; `parameters` are those of one input item. */
type OperationInput = {
	context: IExecuteFunctions;
	connection: Connection;
	parameters: ParameterReader;
};

/** Text among the parameters; it has a name, but no value to read. */
type Notice = INodeProperties & { type: 'notice' };

/** An operation of the action node: what people see of it, and what it does for one item. */
export type Operation = {
	/** Stored in workflows; never changes. */
	value: string;
	name: string;
	/** Title in the nodes panel. */
	action: string;
	description: string;
	/** What n8n's AI workflow builder reads, besides what people read. */
	builderHint?: INodePropertyOptions['builderHint'];
	/** What the canvas shows below the node: an n8n expression, without its braces. */
	subtitle: string;
	/** Shown only for this operation: `index.ts` adds the `displayOptions` for that. */
	properties: Array<Described<ParameterName> | Notice>;
	execute: (input: OperationInput) => Promise<IDataObject[]>;
};

export type Resource = {
	/** Stored in workflows; never changes. */
	value: string;
	name: string;
	operations: Operation[];
};
