/** Seconds between two runs of a Schedule Trigger. */
export type Interval = number | 'never';

/**
 * The parameters of a Schedule Trigger. n8n runs what is set to more than 59 seconds every minute, so
 * "never" is once a year.
 */
export const everySeconds = (seconds: Interval) => ({
	rule: {
		interval: [
			seconds === 'never'
				? { field: 'cronExpression', expression: '0 0 1 1 *' }
				: { field: 'seconds', secondsInterval: seconds },
		],
	},
});
