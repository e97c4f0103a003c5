import { describeStory } from './support/story';

/** As in n8n 1.x and the first 2.x, and still possible: the publish call returns when all work is done. */
describeStory('n8n that publishes within the call', {
	env: { N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'false' },
});
