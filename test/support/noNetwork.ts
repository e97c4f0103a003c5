import nock from 'nock';

// Node's own modules outlive a test file, and so would nock's changes to them.
beforeAll(() => {
	if (!nock.isActive()) nock.activate();
	nock.disableNetConnect();
});

afterAll(() => nock.restore());
