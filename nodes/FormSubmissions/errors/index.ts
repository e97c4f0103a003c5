/* The only way into this folder: what the rest of the package needs of errors. */
export {
	classifyThrown,
	serviceMessage,
	situationOfResponse,
	type BodyKind,
} from './classification';
export { credentialProblemText, credentialTestText } from './credentialTest';
export {
	apiError,
	asNodeError,
	credentialError,
	inputError,
	isSituation,
	isTool,
	needsPerson,
	valueError,
	type Advice,
	type Audience,
	type Finding,
	type Problem,
} from './nodeErrors';
export { lineOf } from './redaction';
export type { Situation } from './situations';
export type { CredentialProblem } from './texts/credential';
export type { Subject } from './texts/text';
