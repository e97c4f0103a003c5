#!/bin/sh
# @n8n/scheduler: a workflow whose trigger has an ID of more than 36 characters can't be scheduled.
#
# Packages: @n8n/scheduler@1.10.0
# Behavior: n8n takes the trigger's node ID for it. n8n's editor gives UUIDs, which just fit; a workflow file may
#   have any text. The message names neither the node nor the limit.
# Output:
# new-orders-of-the-last-hour-as-a-table (38): Scheduled job owner member id must be non-empty and fit its length limit
# new-orders-of-the-last-hour-in-a-row (36): scheduled

. "$(dirname "$0")/lib/finding.sh"

check <<'EOF'
import { createJobProvisioner } from '@n8n/scheduler';

const storage = {
	findExisting: async () => [],
	withdrawPendingTasks: async () => {},
	deleteJobs: async () => {},
	insert: async (jobs) => jobs.map((_job, index) => index),
};
const provisioner = createJobProvisioner({
	owners: { has: () => true },
	provisionTransaction: () => async (work) => await work(storage),
});
for (const ownerMemberId of [
	'new-orders-of-the-last-hour-as-a-table',
	'new-orders-of-the-last-hour-in-a-row',
]) {
	const owner = { ownerType: 'workflow', ownerId: '1', ownerMemberId };
	const result = await provisioner.provision({ owner }, []).then(
		() => 'scheduled',
		(error) => error.message,
	);
	console.log(`${ownerMemberId} (${ownerMemberId.length}): ${result}`);
}
EOF
