import { credentialProblemText, type CredentialProblem } from '../../errors';
import { BASE_URL_PATTERNS } from './baseUrl';
import { LOCAL_IPV4, LOCAL_IPV6, LOCAL_SUFFIX } from './hostScope';

/*
 * The connection test of a credential is a description that n8n carries out. Its only code is
 * expressions, which have no URL parser, so this repeats `checkBaseUrl` and `isLocalHost` as
 * regular expressions. What these don't cover (an IPv4 address inside an IPv6 one, or not spelled
 * as four decimal numbers) is refused over plain http in the test, never sent.
 */

const LABEL = '[a-z\\d_-]+';

/** URL parsers read a host whose last label is a number as an IPv4 address, whatever precedes it. */
const NOT_A_NUMBER = '(?!(?:[a-z\\d_-]+\\.)*(?:\\d+|0x[\\da-f]*)\\.?(?:[:/]|$))';

/** Matches everything up to the path, so that nothing can hide in between. */
const LOCAL_HTTP = `^http://(?:${[
	LOCAL_IPV4,
	`\\[${LOCAL_IPV6}\\]`,
	`${NOT_A_NUMBER}${LABEL}`,
	`${NOT_A_NUMBER}${LABEL}(?:\\.${LABEL})*${LOCAL_SUFFIX}`,
].join('|')})\\.?(?::\\d+)?(?:/|$)`;

/**
 * The base URL that the credential's connection test calls, as an n8n expression. Over plain http,
 * it allows only hosts on this machine or network; for anything else, it throws the node's own
 * error text before a request is made. n8n's older expression engine (the only one before 2.0)
 * treats any error as an empty value: no request is made there either, but the error text is n8n's.
 */
export const TESTED_BASE_URL = `={{ (() => {
const entered = String($credentials.baseUrl || "").trim();
const text = ${matches('scheme')}.test(entered) ? entered : "https://" + entered;
const refuse = (words) => { throw Object.assign(new Error(words), { name: "ExpressionError" }); };
if (entered === "") refuse(${words('noBaseUrl')});
if (${matches('userInfo')}.test(text)) refuse(${words('userInfo')});
if (!${matches('address')}.test(text)) refuse(${words('notUrl')});
if (${matches('query')}.test(text)) refuse(${words('query')});
const isSafe = ${regExp('^https:')}.test(text) || ${regExp(LOCAL_HTTP)}.test(text);
if (!isSafe) refuse(${words('unprotected')});
return text.replace(${matches('end')}, "");
})() }}`;

function words(problem: CredentialProblem): string {
	return JSON.stringify(credentialProblemText(problem));
}

function matches(pattern: keyof typeof BASE_URL_PATTERNS): string {
	return regExp(BASE_URL_PATTERNS[pattern]);
}

/** A regular expression as source code that n8n's expression parser can read. */
function regExp(source: string): string {
	return `new RegExp(${JSON.stringify(source)}, "i")`;
}
