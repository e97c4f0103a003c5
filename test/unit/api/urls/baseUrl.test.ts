import type { Situation } from '../../../../nodes/FormSubmissions/errors/situations';
import { checkBaseUrl } from '../../../../nodes/FormSubmissions/api/urls/baseUrl';

describe('the base URL of the credential', () => {
	it.each([
		['https://api.example.com/', 'https://api.example.com'],
		['https://api.example.com///', 'https://api.example.com'],
		['  https://api.example.com \n', 'https://api.example.com'],
		['\u200bhttps://api.example.com\u200e', 'https://api.example.com'],
		['HTTPS://API.Example.com', 'https://api.example.com'],
		['https://api.example.com:443', 'https://api.example.com'],
		['https://api.example.com:8443/', 'https://api.example.com:8443'],
		['https://api.example.com/forms/api/', 'https://api.example.com/forms/api'],
		['api.example.com', 'https://api.example.com'],
		['https://api.example.com/v1', 'https://api.example.com'],
		['https://api.example.com/forms/v1//', 'https://api.example.com/forms'],
		['https://api.example.com/v1/v2', 'https://api.example.com/v1/v2'],
		['https://api.example.com/xv1', 'https://api.example.com/xv1'],
		['https://bücher.example/', 'https://xn--bcher-kva.example'],
		['http://localhost:3000/', 'http://localhost:3000'],
		['http://[::1]:3000/x', 'http://[::1]:3000/x'],
		['http://forms.internal', 'http://forms.internal'],
		['http://10.1.2.3', 'http://10.1.2.3'],
		['api.example.com:8443/forms', 'https://api.example.com:8443/forms'],
		['bücher.example', 'https://xn--bcher-kva.example'],
		['https://api.example.com/V1', 'https://api.example.com'],
		['https://api.example.com/v12', 'https://api.example.com/v12'],
	])('%p is used as %p', (entered, url) => {
		expect(checkBaseUrl(entered)).toEqual({ ok: true, value: url });
	});

	it.each<[unknown, Situation]>([
		['', 'noBaseUrl'],
		['   ', 'noBaseUrl'],
		[undefined, 'noBaseUrl'],
		[null, 'noBaseUrl'],
		[42, 'noBaseUrl'],
		['an address.example', 'notUrl'],
		['//api.example.com', 'notUrl'],
		['api.example.com?x=1', 'query'],
		['https://api.example.com/my forms', 'notUrl'],
		['https:', 'notUrl'],
		['https:api.example.com', 'notUrl'],
		['http:/api.example.com', 'notUrl'],
		['http:\\\\api.example.com', 'notUrl'],
		['http://localhost\\@api.example.com', 'notUrl'],
		['http://local\thost.example.com', 'notUrl'],
		['http://localhost?@api.example.com', 'query'],
		['ftp://api.example.com', 'notUrl'],
		['javascript:alert(1)', 'notUrl'],
		['https://user@api.example.com', 'userInfo'],
		['https://user:pass@api.example.com', 'userInfo'],
		['https://api.example.com?x=1', 'query'],
		['https://api.example.com/#x', 'query'],
		['http://api.example.com', 'unprotected'],
		['http://8.8.8.8', 'unprotected'],
	])('%p is rejected because of %p', (entered, problem) => {
		expect(checkBaseUrl(entered)).toEqual({ ok: false, problem });
	});
});
