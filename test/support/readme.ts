import MarkdownIt, { type Token } from 'markdown-it';

/** A document as npm and GitHub show it, and what it leads to. */
export type Rendered = {
	html: string;
	/** Where its links lead, and where its pictures are, as written. */
	links: string[];
	pictures: string[];
	/** What a link to one of its headings ends with. */
	anchors: string[];
};

/** Both sites render Markdown by GitHub's rules, of which our documents use tables alone. */
const markdown = new MarkdownIt({ html: false, linkify: false });

export function renderMarkdown(text: string): Rendered {
	const tokens = markdown.parse(text, {});
	const inside = tokens.flatMap((token) => [token, ...(token.children ?? [])]);
	const attributesOf = (type: string, name: string) =>
		inside.filter((token) => token.type === type).map((token) => String(token.attrGet(name)));
	const headings = tokens.filter((_token, index) => tokens[index - 1]?.type === 'heading_open');
	return {
		html: markdown.renderer.render(withAnchors(tokens), markdown.options, {}),
		links: attributesOf('link_open', 'href'),
		pictures: attributesOf('image', 'src'),
		anchors: headings.map(anchorOf),
	};
}

/** The headings of the HTML carry the names that links use. */
function withAnchors(tokens: Token[]): Token[] {
	tokens.forEach((token, index) => {
		const next = tokens[index + 1];
		if (token.type === 'heading_open' && next) token.attrSet('id', anchorOf(next));
	});
	return tokens;
}

/** As GitHub makes them: letters and digits in lower case, hyphens for blanks, nothing else. */
function anchorOf({ content }: Token): string {
	return content
		.toLowerCase()
		.replace(/[^\p{L}\p{N}\s_-]/gu, '')
		.replace(/\s/g, '-');
}
