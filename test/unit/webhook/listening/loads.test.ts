import { describeLoads } from './loads';

/** Long enough for a look for late ones. */
describeLoads({ minutes: 12, pageSeconds: [2.5], perMinute: [600], backlog: 1_000 });
