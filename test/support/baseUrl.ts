/** The address of the service in tests that need no port: nock hands its requests to the emulator. */
export const BASE_URL = 'https://api.forms.test';
