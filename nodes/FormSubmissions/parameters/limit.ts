import { boolean, wholeNumber } from './kinds';
import { decidesDisplay, type Parameter } from './parameter';

/** Shown before `limit`, which reads it. */
export const returnAll = decidesDisplay(
	boolean({
		displayName: 'Return All',
		name: 'returnAll',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	}),
);

const entered = wholeNumber({
	displayName: 'Limit',
	name: 'limit',
	min: 1,
	default: 50,
	displayOptions: { show: { returnAll: [false] } },
	description: 'Max number of results to return',
});

/** Infinity if all are wanted. */
export const limit: Parameter<number> = {
	property: entered.property,
	read: (source) => (returnAll.read(source) ? Infinity : entered.read(source)),
};
