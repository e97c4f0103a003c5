# What the findings share. Each begins with a comment of what was seen, then reads this file.
#
# The comment is the finding: its line "# Packages:" is installed, and what follows "# Output:" is what
# `check` must see again.

set -eu

lib=$(cd "$(dirname "$0")/lib" && pwd)
header=$(sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0")
packages=$(printf '%s\n' "$header" | sed -n 's/^Packages: //p')
expected=$(printf '%s\n' "$header" | sed '1,/^Output:/d')

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
trap 'exit 1' HUP INT TERM
export npm_config_cache="$folder/cache" npm_config_update_notifier=false

printf '%s\n' "$header"
cd "$folder"
cp "$lib/standIn.cjs" .
printf '{ "private": true }\n' >package.json

# n8n's nodes are unpacked alone: one node needs a handful of packages, all of them together need hundreds.
alone=
others=
for package in $packages; do
	case $package in
	n8n-nodes-base@*) alone=$package ;;
	*) others="$others $package" ;;
	esac
done
# shellcheck disable=SC2086 # a list of packages
npm install --silent --ignore-scripts --no-audit --no-fund --legacy-peer-deps $others
if [ -n "$alone" ]; then
	mkdir node_modules/n8n-nodes-base
	tar -xzf "$(npm pack --silent "$alone")" -C node_modules/n8n-nodes-base --strip-components=1 \
		--exclude='*.map' --exclude='*.d.ts' --exclude='*/node-definitions'
fi

# Compares what the JavaScript module on standard input prints with what was seen.
check() {
	actual=$(node --input-type=module -)
	if [ "$actual" != "$expected" ]; then
		printf 'It has changed. Now the output is:\n%s\n' "$actual"
		exit 1
	fi
	printf 'It is still so.\n'
}
