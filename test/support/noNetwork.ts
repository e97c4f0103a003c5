import nock from 'nock';

type Unmatched = { method?: string; path?: string };

/** Requests of the running test that nobody answers. */
const unmatched: string[] = [];

const note = ({ method = 'GET', path = '' }: Unmatched) => void unmatched.push(`${method} ${path}`);

// Node's own modules outlive a test file, and so would nock's changes to them.
beforeAll(() => {
	if (!nock.isActive()) nock.activate();
	nock.disableNetConnect();
	nock.emitter.on('no match', note);
});

// A node would take such a request for one that was answered with 404.
afterEach(() => {
	expect(unmatched.splice(0)).toEqual([]);
});

afterAll(() => {
	nock.emitter.off('no match', note);
	nock.restore();
});
