import type { Intake, Share, Throughput } from './scenarios';
import { TOLERANCE, type Comparison } from './validate';

export type Findings = {
	comparisons: Comparison[];
	throughput: Throughput[];
	shares: Share[];
	intake: Intake[];
};

const count = (value: number) => Math.round(value).toLocaleString('en-US');
const percent = (part: number) => `${Math.round(part * 100)} %`;

/** Returns the findings as Markdown. */
export function describeResults({ comparisons, throughput, shares, intake }: Findings): string {
	const processes = [...new Set(throughput.map((point) => point.processes))];
	const pages = [...new Set(throughput.map(({ pageSeconds }) => pageSeconds))];
	const perMinute = (pageSeconds: number, wanted: number) =>
		throughput.find((point) => point.pageSeconds === pageSeconds && point.processes === wanted)
			?.perMinute ?? NaN;
	return [
		'# Results of `npm run simulate`',
		'',
		"The API key's rate limit in virtual time: the package's own code for budget, retries, walks, and polls runs against the emulator; the model adds how long a response takes and what runs in which process.",
		'',
		'## The model compared with real processes',
		'',
		`Real processes with the package's real code, on the emulator over HTTP, with 30 ms latency and 120 requests per window of 3 s; each export has 36,000 submissions. A difference of ${percent(TOLERANCE)} is allowed; for refusals, one more or fewer, or the model's own random variation (in parentheses).`,
		'',
		...table(
			['What', 'Time ÷ ideal: model', 'measured', '429 responses: model', 'measured', 'Holds'],
			comparisons.map(({ what, ratio, refused, holds }) => [
				what,
				ratio.model.toFixed(3),
				ratio.measured.toFixed(3),
				`${refused.model.toFixed(1)} (${refused.least} to ${refused.most})`,
				`${refused.measured}`,
				holds ? 'yes' : '**no**',
			]),
		),
		'## More processes, one export in each: submissions a minute in total',
		'',
		...table(
			['A page takes', ...processes.map((wanted) => (wanted === 1 ? '1 process' : `${wanted}`))],
			pages.map((page) => [
				`${page} s`,
				...processes.map((wanted) => count(perMinute(page, wanted))),
			]),
		),
		'## One export on a worker alongside polling workflows on the main process',
		'',
		'A page takes 0.25 s; the polls find nothing new, which is one request each.',
		'',
		...table(
			['Polling workflows', 'Submissions a minute for the export', 'Failed polls'],
			shares.map((share) => [
				`${share.pollingWorkflows}`,
				count(share.perMinute),
				percent(share.unanswered),
			]),
		),
		'## One polling workflow that receives a million submissions a day',
		'',
		...table(
			['Arrivals', 'Submissions a minute', 'Of these returned', 'Of the rate limit used'],
			intake.map(({ peak, arrivalsPerMinute, givenPerMinute, limitUsed }) => [
				peak === 1 ? 'The average' : `${peak} times the average`,
				count(arrivalsPerMinute),
				percent(Math.min(1, givenPerMinute / arrivalsPerMinute)),
				percent(Math.min(1, limitUsed)),
			]),
		),
	].join('\n');
}

function table(head: string[], rows: string[][]): string[] {
	const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
	return [line(head), line(head.map(() => '---')), ...rows.map(line), ''];
}
