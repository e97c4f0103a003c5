/** The address of the service in tests that have no network. */
export const BASE_URL = 'https://api.forms.test';
