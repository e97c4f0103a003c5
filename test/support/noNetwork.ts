import nock from 'nock';

nock.disableNetConnect();

// Node's own modules outlive a test file: nock would go on in the next one.
afterAll(() => nock.restore());
