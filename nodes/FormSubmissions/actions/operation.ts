import type {
	IDataObject,
	IExecuteFunctions,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import type { Connection } from '../api/connection';
import {
	propertiesOf,
	readParameters,
	type ParametersOf,
	type Source,
} from '../parameters/parameter';
import type { OutputForModel } from './outputForModel';

type Shown = {
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
};

/** What comes of one item, and what its reader should know: `hints` only a person. */
export type Output = {
	rows: IDataObject[];
	notes?: string[];
	hints?: string[];
};

export type Operation = Shown & {
	/** Shown only for this operation: `index.ts` adds the `displayOptions` for that. */
	properties: INodeProperties[];
	run: Run<Source>;
};

/** For one input item. A model gets what is in `forModel`: rows that are added as they come, or else those returned. */
type Run<Input> = (
	connection: Connection<IExecuteFunctions>,
	input: Input,
	forModel?: OutputForModel,
) => Promise<Output>;

export function operation<Values>({
	parameters,
	execute,
	...shown
}: Shown & {
	parameters: ParametersOf<Values>;
	execute: Run<Values>;
}): Operation {
	return {
		...shown,
		properties: propertiesOf(parameters),
		run: async (connection, source, forModel) =>
			await execute(connection, readParameters(parameters, source), forModel),
	};
}

export type Resource = {
	/** Stored in workflows; never changes. */
	value: string;
	name: string;
	operations: Operation[];
};
