/** What the other rooms take from this one. */
export { inputError } from './inputError';
export { apiError, asNodeError, isSituation } from './nodeErrors';
export type { Audience, ErrorText, Problem, Situation, Subject } from './problem';
