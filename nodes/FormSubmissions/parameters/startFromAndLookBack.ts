import { date } from './dates';
import { wholeNumber } from './kinds';
import { mapParameter } from './parameter';

const DAY_MS = 24 * 60 * 60_000;

const startFrom = date({
	displayName: 'Start From',
	name: 'startFrom',
	description:
		"Also return submissions received since this time. Set it before you first publish. Added later, it does nothing until you change the form, the credential, 'Status', or 'Include Test Submissions': then, those that ran before come again.",
});

const lookBack = wholeNumber({
	displayName: 'Look Back',
	name: 'lookBack',
	min: 1,
	max: 30,
	default: 7,
	ifLeftOut: 0,
	hint: 'Days after a submission was received',
	description:
		'How late a submission may appear in the list and still run the workflow, e.g. because it was released from quarantine. It may take an hour or two to be found. Without this option: ten minutes.',
});

export const watchOptions = {
	startFromMs: mapParameter(startFrom, (time) => time?.ms),
	latenessMs: mapParameter(lookBack, (days) => (days === 0 ? undefined : days * DAY_MS)),
};
