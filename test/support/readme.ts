import MarkdownIt, { type Token } from 'markdown-it';

/** A document as npm and GitHub show it, with its links, pictures, and headings. */
type Rendered = {
	/** The targets of its links and pictures, as written. */
	links: string[];
	pictures: string[];
	/** The fragments that lead to its headings. */
	anchors: string[];
};

/** Both sites follow GitHub's rules; of its extensions, our documents use only tables. */
const markdown = new MarkdownIt({ html: false, linkify: false });

export function renderMarkdown(text: string): Rendered {
	const tokens = markdown.parse(text, {});
	const inside = tokens.flatMap((token) => [token, ...(token.children ?? [])]);
	const attributesOf = (type: string, name: string) =>
		inside.filter((token) => token.type === type).map((token) => String(token.attrGet(name)));
	const headings = tokens.filter((_token, index) => tokens[index - 1]?.type === 'heading_open');
	return {
		links: attributesOf('link_open', 'href'),
		pictures: attributesOf('image', 'src'),
		anchors: headings.map(anchorOf),
	};
}

/** As GitHub forms it: lower-case letters, digits, and hyphens for spaces; nothing else. */
function anchorOf({ content }: Token): string {
	return content
		.toLowerCase()
		.replace(/[^\p{L}\p{N}\s_-]/gu, '')
		.replace(/\s/g, '-');
}
