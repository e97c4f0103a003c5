#!/bin/sh
# n8n's expressions end at the first }}, also inside a text.
#
# Packages: @n8n/tournament@1.13.0
# Behavior: {{ $json["Name {{first}}"] }} is a syntax error, though the braces stand between quotes. Written
#   in two parts, the same name works.
# Output:
# {{ $json["Name {first}"] }}: Ann
# {{ $json["Name {{first}}"] }}: SyntaxError
# {{ $json["Name {{first}" + "}"] }}: Ann

. "$(dirname "$0")/lib/finding.sh"

check <<'EOF'
import tournament from '@n8n/tournament';

const $json = { 'Name {first}': 'Ann', 'Name {{first}}': 'Ann' };
for (const name of ['"Name {first}"', '"Name {{first}}"', '"Name {{first}" + "}"']) {
	const expression = `{{ $json[${name}] }}`;
	let result;
	try {
		result = new tournament.Tournament().execute(expression, { $json });
	} catch (error) {
		result = error.name;
	}
	console.log(`${expression}: ${result}`);
}
EOF
