#!/bin/sh
# nock: a delayed reply comes by real time, also under a fake clock.
#
# Packages: nock@14.0.17 @sinonjs/fake-timers@15.4.0
# Behavior: With a fake clock that nobody moves, a reply with .delay(1000) arrives: nock keeps the timers that
#   it found when it was loaded, before a test replaces them.
# Output:
# status 200, while the fake clock stood at 0 ms

. "$(dirname "$0")/lib/finding.sh"

check <<'EOF'
import { once } from 'node:events';
import http from 'node:http';
import FakeTimers from '@sinonjs/fake-timers';
import nock from 'nock';

const clock = FakeTimers.install({ toFake: ['Date', 'setTimeout', 'setInterval'] });
nock('http://api.example.com').get('/').delay(1_000).reply(200);
const [response] = await once(http.get('http://api.example.com/'), 'response');
console.log(`status ${response.statusCode}, while the fake clock stood at ${clock.now} ms`);
clock.uninstall();
EOF
