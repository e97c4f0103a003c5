import { checkBaseUrl } from '../../../../nodes/FormSubmissions/api/urls/baseUrl';

describe('the base URL of the credential', () => {
	it.each([
		['https://api.example.com', 'https://api.example.com'],
		['https://api.example.com/', 'https://api.example.com'],
		['https://api.example.com///', 'https://api.example.com'],
		['  https://api.example.com \n', 'https://api.example.com'],
		['HTTPS://API.Example.com', 'https://api.example.com'],
		['https://api.example.com:443', 'https://api.example.com'],
		['https://api.example.com:8443/', 'https://api.example.com:8443'],
		['https://api.example.com/forms/api/', 'https://api.example.com/forms/api'],
		['api.example.com', 'https://api.example.com'],
		[' api.example.com/forms/ ', 'https://api.example.com/forms'],
		['localhost:3000', 'https://localhost:3000'],
		['https://api.example.com/v1', 'https://api.example.com'],
		['https://api.example.com/forms/v1//', 'https://api.example.com/forms'],
		['https://api.example.com/V1/', 'https://api.example.com'],
		['https://api.example.com/v1/v2', 'https://api.example.com/v1/v2'],
		['https://api.example.com/xv1', 'https://api.example.com/xv1'],
		['https://bücher.example/', 'https://xn--bcher-kva.example'],
		['http://localhost:3000/', 'http://localhost:3000'],
		['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
		['http://[::1]:3000/x', 'http://[::1]:3000/x'],
		['http://forms.internal', 'http://forms.internal'],
		['http://10.1.2.3', 'http://10.1.2.3'],
		['api.example.com', 'https://api.example.com'],
		[' Api.Example.com/ ', 'https://api.example.com'],
		['api.example.com:8443/forms', 'https://api.example.com:8443/forms'],
		['bücher.example', 'https://xn--bcher-kva.example'],
		['10.1.2.3', 'https://10.1.2.3'],
		['https://api.example.com/v1', 'https://api.example.com'],
		['https://api.example.com/v1//', 'https://api.example.com'],
		['https://api.example.com/V1', 'https://api.example.com'],
		['api.example.com/forms/v1/', 'https://api.example.com/forms'],
		['http://localhost:3000/v1', 'http://localhost:3000'],
		['https://api.example.com/apiv1', 'https://api.example.com/apiv1'],
		['https://api.example.com/v1/x', 'https://api.example.com/v1/x'],
		['https://api.example.com/v12', 'https://api.example.com/v12'],
	])('%p is used as %p', (entered, url) => {
		expect(checkBaseUrl(entered)).toEqual({ url });
	});

	it.each<[unknown, RegExp]>([
		['', /is empty/],
		['   ', /is empty/],
		[undefined, /is empty/],
		[null, /is empty/],
		[42, /is empty/],
		['an address.example', /not a web address/],
		['//api.example.com', /not a web address/],
		['api.example.com?x=1', /"\?" or "#"/],
		['my forms', /not a web address/],
		['https://api.example.com/my forms', /not a web address/],
		['https:', /not a web address/],
		['https:api.example.com', /not a web address/],
		['ftp://api.example.com', /not a web address/],
		['javascript:alert(1)', /not a web address/],
		['https://user@api.example.com', /user name or a password/],
		['https://user:pass@api.example.com', /user name or a password/],
		['https://api.example.com?x=1', /"\?" or "#"/],
		['https://api.example.com/#x', /"\?" or "#"/],
		['http://api.example.com', /starts with http:\/\//],
		['http://8.8.8.8', /starts with http:\/\//],
	])('%p is rejected with what to enter', (entered, reason) => {
		const verdict = checkBaseUrl(entered);

		expect(verdict).toEqual({
			problem: {
				message: expect.stringMatching(reason),
				description: expect.stringContaining('https://'),
			},
		});
	});

	it('never appears in an error with its password', () => {
		expect(JSON.stringify(checkBaseUrl('https://user:hunter2@api.example.com'))).not.toContain(
			'hunter2',
		);
		expect(JSON.stringify(checkBaseUrl('http://user:hunter2@api.example.com'))).not.toContain(
			'hunter2',
		);
	});

	it('must start with https:// if http:// was entered', () => {
		expect(checkBaseUrl('http://api.example.com:8080/x')).toEqual({
			problem: expect.objectContaining({
				description: expect.stringContaining('starts with https://'),
			}),
		});
	});
});
