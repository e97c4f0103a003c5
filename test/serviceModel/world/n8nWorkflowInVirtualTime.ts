import { withVirtualSleep } from './machine';

/** What `jest.mock` puts in the place of n8n-workflow. */
export = withVirtualSleep();
