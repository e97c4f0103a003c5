import { describeStory } from './support/story';

/** n8n's default: publishing answers at once, and a queue does the work afterwards. */
describeStory('n8n with its publication service');
