import { isRecord } from '../../../nodes/FormSubmissions/general/records';
import { asAssumed, differs, notSeen, type Outcome, type Question } from '../finding';
import { submissionsOf, type Observations, type Row } from '../observe';
import { describeReply, membersOf, typesOf } from '../shape';

/** The members of a submission whose values the specification shows (section 2). */
const SPECIFIED = ['id', 'formId', 'data', 'files', 'meta', 'status', 'createdAt'];
const NONE = 'no submissions';

export const SUBMISSIONS: Question[] = [
	{
		id: 'single',
		question: 'A single submission',
		assumed: 'bare, or in { ok, data }; the same as in a list',
		ask: askSingle,
	},
	{
		id: 'files',
		question: 'Members of a file',
		assumed: 'url or name: what the column "files" shows',
		ask: askFiles,
	},
	{
		id: 'meta',
		question: 'Members of meta',
		assumed: 'submittedAt and ip',
		ask: (seen) => {
			const metas = rowsOf(seen).map(({ meta }) => meta);
			if (metas.length === 0) return notSeen(NONE);
			const found = membersOf(metas.filter(isRecord)) || typesOf(metas);
			if (metas.every((meta) => isRecord(meta) && typeof meta.submittedAt === 'string')) {
				return asAssumed(found);
			}
			return differs(found, 'The column "submittedAt" is empty.');
		},
	},
	{
		id: 'others',
		question: 'Further members',
		assumed: 'tags: [string], spamScore: number; any others are left out of rows',
		ask: (seen) => {
			const rows = rowsOf(seen);
			if (rows.length === 0) return notSeen(NONE);
			const open = rows.map((row) =>
				Object.fromEntries(Object.entries(row).filter(([name]) => !SPECIFIED.includes(name))),
			);
			return asAssumed(membersOf(open));
		},
	},
];

/** Every submission that was seen, whatever its status. */
function rowsOf({ newest, everyStatus, tests }: Observations): Row[] {
	return [newest, everyStatus, ...tests.map(({ reply }) => reply)].flatMap(submissionsOf);
}

function askSingle({ single, newest }: Observations): Outcome {
	if (!single) return notSeen(NONE);
	const [listed] = submissionsOf(newest);
	const bare = single.json;
	const enveloped = isRecord(bare) ? bare.data : undefined;
	const isIt = (value: unknown): value is Row => isRecord(value) && value.id === listed?.id;
	const submission = [bare, enveloped].find(isIt);
	if (single.status !== 200 || !submission) {
		return differs(
			describeReply(single),
			'"Get" fails, and so does anything that fetches files by ID.',
		);
	}
	const missing = Object.keys(listed ?? {}).filter((name) => !(name in submission));
	const form = submission === bare ? 'bare' : 'in { ok, data }';
	if (missing.length === 0) return asAssumed(`${form}; the same as in a list`);
	const names = missing.filter((name) => SPECIFIED.includes(name)).join(', ') || 'others';
	return differs(`${form}; without ${names}`, 'Rows of "Get" lack what rows of "Get Many" have.');
}

function askFiles(seen: Observations): Outcome {
	const files = rowsOf(seen).flatMap((row) => (Array.isArray(row.files) ? row.files : []));
	if (files.length === 0) return notSeen('no uploaded files');
	const found = membersOf(files.filter(isRecord)) || typesOf(files);
	const isText = (value: unknown) => typeof value === 'string' && value !== '';
	const shows = (file: unknown) =>
		isText(file) || (isRecord(file) && [file.url, file.name].some(isText));
	if (files.every(shows)) return asAssumed(found);
	return differs(
		found,
		'The column "files" shows JSON, and the example for files finds no address.',
	);
}
