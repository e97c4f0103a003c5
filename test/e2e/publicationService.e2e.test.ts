import { describeStory } from './support/story';

/** n8n's default: the publish call returns immediately, and a queue then does the work. */
describeStory('n8n with its publication service');
