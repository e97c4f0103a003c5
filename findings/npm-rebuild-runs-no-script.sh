#!/bin/sh
# npm 12: "npm rebuild --ignore-scripts=false" says that it rebuilt, and ran no install script.
#
# Packages: npm@12.2.2
# Behavior: npm 12 runs only install scripts that "npm install-scripts approve" has noted in package.json. A
#   rebuild that asks for scripts succeeds all the same; only a warning tells that one was left out.
# Output:
# rebuilt dependencies successfully
# exit code 0, and the script ran: no
# approved, the script ran: yes

. "$(dirname "$0")/lib/finding.sh"

check <<'EOF'
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';

const npm = (cwd, ...args) =>
	spawnSync(process.execPath, ['../node_modules/npm/bin/npm-cli.js', ...args, '--loglevel=error'], {
		cwd,
		encoding: 'utf8',
	});
const write = (file, json) => writeFileSync(file, JSON.stringify(json));
const ran = () => (existsSync('app/node_modules/driver/built.txt') ? 'yes' : 'no');

mkdirSync('driver');
mkdirSync('app');
const postinstall = `node -e "fs.writeFileSync('built.txt', '')"`;
write('driver/package.json', { name: 'driver', version: '1.0.0', scripts: { postinstall } });
npm('driver', 'pack');
write('app/package.json', { dependencies: { driver: 'file:../driver/driver-1.0.0.tgz' } });
npm('app', 'install', '--ignore-scripts');

const rebuilt = npm('app', 'rebuild', '--ignore-scripts=false');
console.log(rebuilt.stdout.trim());
console.log(`exit code ${rebuilt.status}, and the script ran: ${ran()}`);

npm('app', 'install-scripts', 'approve', 'driver');
npm('app', 'rebuild', '--ignore-scripts=false');
console.log(`approved, the script ran: ${ran()}`);
EOF
