import { textOf, type Situation } from './situations';
import { CREDENTIAL_TEXTS, type CredentialProblem } from './texts/credential';
import { joinText } from './texts/text';

/** What the credential test says about an entry that can't be used. */
export function credentialProblemText(problem: CredentialProblem): string {
	return joinText(CREDENTIAL_TEXTS[problem]);
}

/** What the credential test says about a response. */
export function credentialTestText(situation: Situation, status?: number): string {
	return joinText(textOf(situation, 'forms', { status }, 'person'));
}
