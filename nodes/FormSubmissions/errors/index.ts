/* The only way into this folder: what the rest of the package needs of errors. */
export {
	apiError,
	asNodeError,
	inputError,
	isSituation,
	needsPerson,
	type Finding,
} from './nodeErrors';
export { lineOf } from './redaction';
export {
	isLasting,
	sentencesOf,
	situationOfResponse,
	type Asked,
	type BodyKind,
	type Situation,
} from './situations';
export { situationOfThrown } from './thrown';
