import type { Resource } from '../operation';
import { getAll } from './getAll.operation';

export const form: Resource = { value: 'form', name: 'Form', operations: [getAll] };
