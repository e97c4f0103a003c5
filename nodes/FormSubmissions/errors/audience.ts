import type { INode } from 'n8n-workflow';

/** What a reader sees of an error, and can do, in words that suit where the error is read. */
const AT_THE_NODE = {
	/** n8n shows only the message there, which then has to say everything. */
	seesMessageOnly: false,
	/** How to try again, as the end of a sentence. */
	again: 'run the workflow again',
	/** Leads to the credential, before an instruction that begins with a lower-case verb. */
	openCredential: 'Open the credential of this node and ',
	/** Names the credential, to follow "in". */
	credential: 'the credential of this node',
	/** On what trying again depends, before `again`; a language model can't check it. */
	ifUrlIsRight: 'if the base URL in the credential of this node is right, ',
	/** How to pick another form, as a whole sentence. */
	chooseForm: 'Choose the form from the list again.',
	/** How to get an ID that can't be wrong, as a whole sentence. */
	chooseId: 'Choose one from the list.',
	/** What to check if the service refused a request, as a whole sentence. */
	checkParameters: "Check the values of this node's parameters.",
};

export type Reader = typeof AT_THE_NODE;

export const READERS = {
	execution: AT_THE_NODE,
	list: { ...AT_THE_NODE, again: 'open the list again' },
	publishing: {
		...AT_THE_NODE,
		seesMessageOnly: true,
		again: 'publish (activate) the workflow again',
	},
	credential: {
		...AT_THE_NODE,
		seesMessageOnly: true,
		openCredential: '',
		credential: 'this credential',
		ifUrlIsRight: 'if the base URL in this credential is right, ',
		again: 'test the credential again',
	},
	model: {
		// All that n8n's AI Agent tells the model about a failed tool.
		seesMessageOnly: true,
		openCredential: 'Ask the person who set up this tool to open its credential and ',
		credential: 'the credential of this tool',
		ifUrlIsRight: '',
		again: 'call this tool again',
		chooseForm: "Use the form's exact name, or its ID from Form > Get Many.",
		chooseId: 'Get IDs from Submission > Get Many.',
		checkParameters:
			"Check the values passed to this tool. IDs come from Get Many; a cursor is the 'nextCursor' of the previous page.",
	},
} satisfies Record<string, Reader>;

/**
 * Who reads an error. `publishing` and `credential`: n8n shows only the message. `model`: the node
 * is a tool of a language model, which sees no lists to choose from.
 */
export type Audience = keyof typeof READERS;

/** The text of an error, as its readers see it. */
export type ErrorText = {
	/** One short sentence on what happened. */
	message: string;
	/** What to do next, and the service's own words. */
	description: string;
};

/** An error text as its readers see it: in two parts, or all in the message. */
export function placed(
	{ message, description }: ErrorText,
	audience: Audience,
): { message: string; description?: string } {
	if (READERS[audience].seesMessageOnly) return { message: `${message} ${description}` };
	return { message, description };
}

/**
 * Whether the node runs as a tool of a language model: n8n then gives it a type of its own. n8n's
 * `isToolExecution` doesn't help, because the AI Agent has its tools executed like any other node.
 */
export function isTool({ type }: INode): boolean {
	return type.endsWith('Tool');
}

/** Who reads an error of the node: if it runs as a tool, a language model does. */
export function readerOf(node: INode, audience: Audience): Audience {
	return audience === 'execution' && isTool(node) ? 'model' : audience;
}

/** The text with its first letter capitalized. */
export function sentence(text: string): string {
	return text.charAt(0).toUpperCase() + text.slice(1);
}
