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
	/** Whether a model gets as much of each text as there is room for, because it asked for this one row. */
	isWhole?: boolean;
};

export type Operation = Shown & {
	/** Shown only for this operation: `index.ts` adds the `displayOptions` for that. */
	properties: INodeProperties[];
	/** For one input item, whose parameters `source` has. */
	run: (connection: Connection<IExecuteFunctions>, source: Source) => Promise<Output>;
};

export function operation<Values>({
	parameters,
	execute,
	...shown
}: Shown & {
	parameters: ParametersOf<Values>;
	execute: (connection: Connection<IExecuteFunctions>, values: Values) => Promise<Output>;
}): Operation {
	return {
		...shown,
		properties: propertiesOf(parameters),
		run: async (connection, source) =>
			await execute(connection, readParameters(parameters, source)),
	};
}

export type Resource = {
	/** Stored in workflows; never changes. */
	value: string;
	name: string;
	operations: Operation[];
};
