/** What the other folders import from this one. */
export { inputError, valueError, type Advice } from './inputError';
export { apiError, asNodeError, isAboutKey, isSituation, isTemporary } from './nodeErrors';
export type { Audience, ErrorText, Problem, Situation, Subject } from './problem';
