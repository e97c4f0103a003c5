import { FAILURES } from './texts/failures';
import { REFUSALS } from './texts/refusals';
import type { Details, Entry, ErrorText, Reader, Subject, Words } from './texts/text';

export type Situation = keyof typeof REFUSALS | keyof typeof FAILURES;

/** Every way in which a request can fail. */
export const SITUATIONS: Record<Situation, Entry> = { ...REFUSALS, ...FAILURES };

/** The text of a situation. It redacts nothing, and doesn't quote the service. */
export function textOf(
	situation: Situation,
	subject: Subject,
	details: Details,
	reader: Reader,
): ErrorText {
	const { about, ...words } = SITUATIONS[situation];
	const { message, advice, adviceForModel }: Words = { ...words, ...about?.[subject] };
	return {
		message: typeof message === 'string' ? message : message(details),
		advice: reader === 'model' ? (adviceForModel ?? advice) : advice,
	};
}
