import { findFlaws } from '../support/flaws';
import { itInEditor } from '../support/itInEditor';
import type { Stage } from '../support/stage';

const PANEL = `
	<main>
		<div data-test-id="input-label">Return All</div>
		<div data-test-id="input-label">returnAll</div>
		<div data-test-id="input-label" style="width: 20px; overflow: hidden; white-space: nowrap">
			<span>Include Test Submissions</span>
		</div>
		<div class="notice" style="width: 90px; height: 20px; overflow: hidden">
			<span>A notice of several lines</span>
		</div>
		<img src="data:image/png;base64,bm9uZQ==">
	</main>`;

export function describeFlaws(stage: () => Stage): void {
	itInEditor('Parameter names, cut text and broken pictures are found', stage, async ({ page }) => {
		await page.setContent(PANEL);

		expect(await findFlaws(page.locator('main'))).toEqual({
			programNames: ['returnAll'],
			cutTexts: ['Include Test Submissions', 'A notice of several lines'],
			brokenImages: ['data:image/png;base64,bm9uZQ=='],
		});
	});
}
