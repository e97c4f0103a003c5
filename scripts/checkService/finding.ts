import type { Observations } from './observe';

/** What a service does about one point that the specification leaves open. */
export type Outcome = {
	/** In words of our own: no value that the service sent. */
	found: string;
	verdict: 'asAssumed' | 'differs' | 'notSeen';
	/** What goes wrong in the nodes; set if it differs. */
	consequence?: string;
};

export type Question = {
	/** Stays the same, so that results can be compared. */
	id: string;
	question: string;
	/** What the nodes assume. */
	assumed: string;
	ask: (seen: Observations) => Outcome;
};

export type Finding = Omit<Question, 'ask'> & Outcome;

export function asAssumed(found: string): Outcome {
	return { found, verdict: 'asAssumed' };
}

export function differs(found: string, consequence: string): Outcome {
	return { found, verdict: 'differs', consequence };
}

export function notSeen(why: string): Outcome {
	return { found: why, verdict: 'notSeen' };
}
