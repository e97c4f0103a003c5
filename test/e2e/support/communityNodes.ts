import type { Browser, Page } from 'playwright-core';

import { launchChromium } from '../../ui/support/chromium';
import { signIn } from '../../ui/support/stage';

const ACTION_TIMEOUT_MS = 90_000;

/** n8n's page "Settings > Community nodes". */
export type CommunityNodesPage = ReturnType<typeof createPage>;

/** Opens it in a browser, works with it, and closes the browser. */
export async function withCommunityNodes(
	n8nUrl: string,
	work: (page: CommunityNodesPage) => Promise<void>,
): Promise<void> {
	const browser: Browser = await launchChromium();
	try {
		const storageState = await signIn(browser, n8nUrl);
		const context = await browser.newContext({ storageState, locale: 'en-US' });
		context.setDefaultTimeout(ACTION_TIMEOUT_MS);
		const page = await context.newPage();
		await page.goto(`${n8nUrl}/settings/community-nodes`);
		await work(createPage(page));
	} finally {
		await browser.close();
	}
}

function createPage(page: Page) {
	const card = page.getByTestId('community-package-card');
	const dialog = page.getByRole('dialog');
	const confirm = async (button: string, message: string) => {
		await dialog.getByRole('button', { name: button }).click();
		await page.locator('.el-notification').getByText(message, { exact: true }).waitFor();
	};
	return {
		async install(packageName: string): Promise<void> {
			await page.getByRole('button', { name: 'Install a community node' }).click();
			await dialog.getByRole('textbox').fill(packageName);
			await dialog.getByText('I understand the risks').click();
			await confirm('Install', 'Package installed');
		},
		async update(): Promise<void> {
			await card.getByRole('button', { name: 'Update' }).click();
			await confirm('Confirm update', 'Package updated');
		},
		async uninstall(): Promise<void> {
			await card.getByTestId('action-toggle').click();
			await page.getByTestId('action-uninstall').click();
			await confirm('Confirm uninstall', 'Package uninstalled');
		},
		/** What it says about the package: its name, nodes, and version. */
		async readCard(): Promise<string> {
			return (await card.innerText()).replace(/\s+/g, ' ').trim();
		},
	};
}
