/**
 * Settings of n8n that differ from its defaults, so that a test sees in seconds what takes minutes
 * otherwise. They stand in the results as well.
 */
export const QUEUE_SETTINGS: Record<string, string> = {
	EXECUTIONS_MODE: 'queue',
	/** Otherwise the main process runs what a person starts in the editor. */
	OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
	/** A worker that says nothing for so long (milliseconds) has lost what it was working on. Default 60000. */
	QUEUE_WORKER_LOCK_DURATION: '15000',
	/** Default 10000. */
	QUEUE_WORKER_LOCK_RENEW_TIME: '3000',
	/** How often workers look for such executions (milliseconds). Default 30000. */
	QUEUE_WORKER_STALLED_INTERVAL: '3000',
	/** How often the main process looks for executions that nobody works on (minutes). Default 180. */
	N8N_EXECUTIONS_QUEUE_RECOVERY_INTERVAL: '1',
};
