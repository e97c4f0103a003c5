import { describeStory } from './support/story';

/** As n8n 1.x and the first 2.x did, and as it still can: publishing answers when all is done. */
describeStory('n8n that publishes within the call', {
	env: { N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'false' },
});
