import type { Audience } from './problem';

/** What a reader can do, in words that suit where the error is read. */
type Phrases = {
	/** How to try again, as the end of a sentence. */
	again: string;
	/** Leads to the credential, before an instruction that begins with a lower-case verb. */
	openCredential: string;
	/** Names the credential, to follow "in". */
	credential: string;
	/** How to pick another form, as a whole sentence. */
	chooseForm: string;
	/** How to get an ID that can't be wrong, as a whole sentence. */
	chooseId: string;
	/** What to check if the service refused a request, as a whole sentence. */
	checkFields: string;
};

const CREDENTIAL_OF_NODE = {
	openCredential: 'Open the credential of this node and ',
	credential: 'the credential of this node',
};

const IN_THE_EDITOR = {
	chooseForm: 'Choose the form from the list again.',
	chooseId: 'Choose one from the list.',
	checkFields: 'Check what is entered in the fields of this node.',
};

export const PHRASES: Record<Audience, Phrases> = {
	execution: { ...CREDENTIAL_OF_NODE, ...IN_THE_EDITOR, again: 'run the workflow again' },
	list: { ...CREDENTIAL_OF_NODE, ...IN_THE_EDITOR, again: 'open the list again' },
	publishing: {
		...CREDENTIAL_OF_NODE,
		...IN_THE_EDITOR,
		again: 'publish (activate) the workflow again',
	},
	credential: {
		...IN_THE_EDITOR,
		openCredential: '',
		credential: 'this credential',
		again: 'test the credential again',
	},
	model: {
		openCredential: 'Ask the person who set up this tool to open its credential and ',
		credential: 'the credential of this tool',
		again: 'call this tool again',
		chooseForm: "Use the form's exact name, or its ID from Form > Get Many.",
		chooseId: 'Get IDs from Submission > Get Many.',
		checkFields:
			"Check the values passed to this tool. IDs come from Get Many; a cursor is the 'nextCursor' of the previous page.",
	},
};

/** The text with its first letter capitalized. */
export function sentence(text: string): string {
	return text.charAt(0).toUpperCase() + text.slice(1);
}
