// @ts-check
/**
 * Runs a command in its own process group and ends the whole group when the command ends or when
 * the process that started the guard is gone for any reason: the channel between the two then
 * breaks. So neither Ctrl-C nor a killed test run leaves behind an n8n or the task runner that it
 * starts.
 *
 * Plain JavaScript, because it has to run before and without everything else.
 */
const { spawn } = require('node:child_process');

const [lastSignal, file, ...args] = process.argv.slice(2);
if (file === undefined || process.send === undefined) {
	throw new Error('The guard is started by guarded.ts');
}

const LAST_SIGNAL_TIMEOUT_MS = 5_000;

const child = spawn(file, args, { stdio: ['ignore', 'inherit', 'inherit'], detached: true });

/** @param {string} signal */
function signalGroup(signal) {
	try {
		if (child.pid !== undefined) process.kill(-child.pid, signal);
	} catch {
		// The group is already gone.
	}
}

process.on('disconnect', () => {
	signalGroup(lastSignal);
	if (lastSignal !== 'SIGKILL') setTimeout(() => signalGroup('SIGKILL'), LAST_SIGNAL_TIMEOUT_MS);
});
process.on('SIGTERM', () => child.kill('SIGTERM'));
// A terminal's Ctrl-C doesn't arrive here; the process that started the guard decides what ends.
process.on('SIGINT', () => undefined);
child.on('error', (error) => {
	process.stderr.write(`${error.message}\n`);
	process.exit(127);
});
child.on('exit', (code, signal) => {
	signalGroup('SIGKILL');
	if (signal !== null) process.stderr.write(`The process was ended by ${signal}\n`);
	process.exit(code ?? 1);
});

process.send({ pid: child.pid });
