// @ts-check
/**
 * Runs a command as the leader of a process group of its own and takes the whole group down when the
 * command ends or when the process that started the guard is gone, for whatever reason: that one
 * holds the other end of standard input. So neither Ctrl-C nor a killed test run leaves an n8n, or
 * the task runner that it starts, behind.
 *
 * Plain JavaScript, because it has to run before and without everything else.
 */
const { spawn } = require('node:child_process');

const [file, ...args] = process.argv.slice(2);
if (file === undefined) throw new Error('Usage: guard.cjs <command> [arguments]');

const child = spawn(file, args, { stdio: ['ignore', 'inherit', 'inherit'] });

const endGroup = () => process.kill(-process.pid, 'SIGKILL');

process.stdin.resume();
process.stdin.on('end', endGroup);
process.stdin.on('error', endGroup);
process.on('SIGTERM', () => child.kill('SIGTERM'));
process.on('SIGINT', () => child.kill('SIGINT'));
child.on('error', (error) => {
	process.stderr.write(`${error.message}\n`);
	endGroup();
});
child.on('exit', (code, signal) => {
	process.stderr.write(`The process ended (${signal ?? `exit code ${code}`})\n`);
	endGroup();
});
