import * as vega from 'vega';
import { compile, type TopLevelSpec } from 'vega-lite';
import type { Field } from 'vega-lite/build/src/channeldef';
import type { LayerSpec, UnitSpec } from 'vega-lite/build/src/spec';

import { CEILING_PER_MINUTE, type Share, type Throughput } from './scenarios';

const FONT = 'Helvetica, Arial, sans-serif';
const WIDTH = 400;
const LINE_COLOR = '#0b3c5d';
const CEILING_COLOR = '#b42318';
/** The vertical axis that both charts share. */
const PER_MINUTE = {
	field: 'perMinute',
	type: 'quantitative' as const,
	title: 'Submissions a minute',
	scale: { domain: [0, 13_000] },
	axis: { format: ',d', values: [0, 3_000, 6_000, 9_000, 12_000] },
};

/** Draws the answers to the scaling guide's two questions as one picture (SVG). */
export async function plot(throughput: Throughput[], shares: Share[]): Promise<string> {
	const spec: TopLevelSpec = {
		// A light background keeps it readable on a dark page as well.
		background: 'white',
		padding: 16,
		config: {
			font: FONT,
			axis: { labelFontSize: 13, titleFontSize: 14, titleFontWeight: 'normal', titlePadding: 10 },
			title: { fontSize: 16, anchor: 'start', frame: 'group', offset: 12 },
			legend: { labelFontSize: 13, titleFontSize: 13, titleFontWeight: 'normal' },
			view: { stroke: null },
		},
		hconcat: [throughputChart(throughput), shareChart(shares)],
		spacing: 16,
	};
	const view = new vega.View(vega.parse(compile(spec).spec), { renderer: 'none' });
	return `${await view.toSVG()}\n`;
}

function throughputChart(throughput: Throughput[]): LayerSpec<Field> {
	const values = throughput.map((point) => ({ ...point, page: `${point.pageSeconds} s` }));
	const pages = [...new Set(values.map(({ page }) => page))];
	return {
		title: 'One export in each process, all together',
		width: WIDTH,
		height: 300,
		layer: [
			...ceiling(),
			{
				data: { values },
				mark: { type: 'line', point: { size: 45 }, strokeWidth: 2 },
				encoding: {
					x: {
						field: 'processes',
						type: 'quantitative',
						title: 'n8n processes with one API key',
						axis: { values: [1, 2, 4, 6, 8, 12, 16], grid: false },
					},
					y: PER_MINUTE,
					color: {
						field: 'page',
						type: 'nominal',
						title: 'A page takes',
						sort: pages,
						legend: { orient: 'bottom' },
						scale: { domain: pages, range: [LINE_COLOR, '#1d7ea8', '#4f9d3a', '#b8860b'] },
					},
				},
			},
		],
	};
}

function shareChart(shares: Share[]): LayerSpec<Field> {
	return {
		title: 'One export beside polling workflows',
		width: WIDTH,
		height: 300,
		layer: [
			...ceiling(),
			{
				data: { values: shares },
				mark: {
					type: 'line',
					point: { size: 45, color: LINE_COLOR },
					strokeWidth: 2,
					color: LINE_COLOR,
				},
				encoding: {
					x: {
						field: 'pollingWorkflows',
						type: 'quantitative',
						title: 'Polling workflows with the same API key',
						axis: { values: [0, 30, 60, 90, 120, 150], grid: false },
					},
					y: PER_MINUTE,
				},
			},
		],
	};
}

/** A line at the most that the service lets through. */
function ceiling(): Array<UnitSpec<Field>> {
	const data = { values: [{ ceiling: CEILING_PER_MINUTE }] };
	const y = { field: 'ceiling', type: 'quantitative' as const };
	return [
		{ data, mark: { type: 'rule', strokeDash: [6, 4], color: CEILING_COLOR }, encoding: { y } },
		{
			data,
			mark: {
				type: 'text',
				text: 'The limit of the service: 12,000',
				align: 'right',
				baseline: 'bottom',
				dy: -5,
				fontSize: 12,
				color: CEILING_COLOR,
			},
			encoding: { y, x: { value: WIDTH } },
		},
	];
}
