import type { Resource } from '../operation';
import { get } from './get.operation';
import { getAll } from './getAll.operation';
import { getPage } from './getPage.operation';

export const submission: Resource = {
	value: 'submission',
	name: 'Submission',
	operations: [get, getAll, getPage],
};
