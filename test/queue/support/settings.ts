/**
 * n8n settings that differ from the defaults, so that tests see in seconds what otherwise takes
 * minutes. The results list them as well.
 */
export const QUEUE_SETTINGS: Record<string, string> = {
	EXECUTIONS_MODE: 'queue',
	/** Otherwise, the main process runs what a person starts in the editor. */
	OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
	/** How long a worker may be silent before it loses its job (milliseconds). Default 60000. */
	QUEUE_WORKER_LOCK_DURATION: '15000',
	/** Default 10000. */
	QUEUE_WORKER_LOCK_RENEW_TIME: '3000',
	/** How often workers check for such executions (milliseconds). Default 30000. */
	QUEUE_WORKER_STALLED_INTERVAL: '3000',
	/** How often the main process checks for abandoned executions (minutes). Default 180. */
	N8N_EXECUTIONS_QUEUE_RECOVERY_INTERVAL: '1',
};
