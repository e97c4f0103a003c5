import { FLOWS, type Flow } from '../../flows/flows';
import { sizes } from '../../flows/sizes';

/** How many files a reader has to open, at most, to follow a flow from its start to its end. */
const MAX_FILES: Record<Flow, number> = {
	'Get Many': 48,
	'A delivery': 22,
	'A poll': 58,
	'A publication': 32,
};

const FLOW_NAMES: Flow[] = ['Get Many', 'A delivery', 'A poll', 'A publication'];

describe('the flow through the code', () => {
	it.each(FLOW_NAMES)('%s enters few files', async (name) => {
		const entered = await FLOWS[name]();

		expect(entered).toContain('parameters/values.ts');
		expect(entered.slice(MAX_FILES[name])).toEqual([]);
	});
});

describe('the size of the code', () => {
	const { product, polling, supportPerLine } = sizes();

	it('stays small enough to be read', () => {
		expect(product.files).toBeLessThanOrEqual(120);
		expect(product.lines).toBeLessThanOrEqual(6_900);
		expect(polling.files).toBeLessThanOrEqual(10);
		expect(polling.lines).toBeLessThanOrEqual(860);
	});

	it('needs tests and tools in proportion', () => {
		expect(supportPerLine).toBeLessThanOrEqual(5.2);
	});
});
