import type { Audience } from './problem';

/** What a reader can do, in words that fit where the error is read. */
type Phrases = {
	/** How to try again, as the end of a sentence. */
	again: string;
	/** Leads to the credential, before an instruction that begins with a lower-case verb. */
	openCredential: string;
	/** Names the credential after "in". */
	credential: string;
	/** How to pick another form, as a whole sentence. */
	chooseForm: string;
	/** How to get an ID that can't be wrong, as a whole sentence. */
	chooseId: string;
};

const CREDENTIAL_OF_NODE = {
	openCredential: 'Open the credential of this node and ',
	credential: 'the credential of this node',
};

const CHOOSE_FROM_LIST = {
	chooseForm: 'Choose the form from the list again.',
	chooseId: 'Choose one from the list.',
};

export const PHRASES: Record<Audience, Phrases> = {
	execution: { ...CREDENTIAL_OF_NODE, ...CHOOSE_FROM_LIST, again: 'run the workflow again' },
	list: { ...CREDENTIAL_OF_NODE, ...CHOOSE_FROM_LIST, again: 'open the list again' },
	publishing: {
		...CREDENTIAL_OF_NODE,
		...CHOOSE_FROM_LIST,
		again: 'publish (activate) the workflow again',
	},
	credential: {
		...CHOOSE_FROM_LIST,
		openCredential: '',
		credential: 'this credential',
		again: 'test the credential again',
	},
	model: {
		...CREDENTIAL_OF_NODE,
		again: 'call this tool again',
		chooseForm: 'Get the IDs of the forms with the operation Get Many of Form.',
		chooseId: 'Get IDs with the operation Get Many.',
	},
};

/** The sentence with a capital at its beginning. */
export function sentence(text: string): string {
	return text.charAt(0).toUpperCase() + text.slice(1);
}
