import { isWithin } from '../../../nodes/FormSubmissions/general/isWithin';

it.each([
	[0, true],
	[59_999, true],
	[60_000, false],
	[-1, false],
])('%i ms after it, as the clock shows it, something was within the last minute: %j', (ms, is) => {
	expect(isWithin(60_000, 1_000_000, 1_000_000 + ms)).toBe(is);
});
