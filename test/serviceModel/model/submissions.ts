/** What the service stores about a submission, and when it makes it visible. */
export type Submission = {
	id: string;
	formId: string;
	status: Status;
	isTest: boolean;
	/** The order of the list (Unix milliseconds of the service): its sort key is not documented. */
	listedMs: number;
	/** When it was created (Unix milliseconds of the service): at `listedMs`, give or take. */
	createdMs: number;
	/** `createdAt` as sent: that of `createdMs`, something unreadable, or nothing. */
	createdAt: string | undefined;
	/** When lists begin to contain it. */
	visibleMs: number;
	/** The order among submissions of the same instant: arbitrary, but constant. */
	tie: number;
};

export type Status = 'new' | 'quarantined' | 'spam';

/** A place in the list: after the submission that has this time and tie. */
export type Place = { listedMs: number; tie: number };

/** All submissions of a workspace, oldest first, so that new ones go to the end. */
export class Submissions {
	private readonly ordered: Submission[] = [];

	private readonly byId = new Map<string, Submission>();

	add(submission: Submission): void {
		this.ordered.splice(this.countBefore(submission), 0, submission);
		this.byId.set(submission.id, submission);
	}

	get(id: string): Submission | undefined {
		return this.byId.get(id);
	}

	all(): readonly Submission[] {
		return this.ordered;
	}

	/** Newest first, from the place on, at most `most` of them. */
	list(after: Place | undefined, most: number, wanted: (one: Submission) => boolean): Submission[] {
		const found: Submission[] = [];
		let index = after ? this.countBefore(after) : this.ordered.length;
		while (index > 0 && found.length < most) {
			index--;
			const one = this.ordered[index];
			if (one && wanted(one)) found.push(one);
		}
		return found;
	}

	private countBefore(place: Place): number {
		let low = 0;
		let high = this.ordered.length;
		while (low < high) {
			const middle = (low + high) >> 1;
			const one = this.ordered[middle];
			if (one && compare(one, place) < 0) low = middle + 1;
			else high = middle;
		}
		return low;
	}
}

function compare(a: Place, b: Place): number {
	return a.listedMs - b.listedMs || a.tie - b.tie;
}
