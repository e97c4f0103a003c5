import type { Locator, Page } from 'playwright-core';

export class CredentialDialog {
	readonly root: Locator;

	constructor(page: Page) {
		this.root = page.getByTestId('editCredential-modal');
	}

	/** The dialog that is about to open. It can't be saved before n8n has found a name for it. */
	static async opened(page: Page): Promise<CredentialDialog> {
		const dialog = new CredentialDialog(page);
		await dialog.root.getByTestId('inline-edit-preview').getByText(/\S/).waitFor();
		return dialog;
	}

	field(name: 'baseUrl' | 'apiKey' | 'webhookSecret'): Locator {
		return this.root.getByTestId(`parameter-input-${name}`).locator('input');
	}

	/** Saving makes n8n test the connection. */
	async save(): Promise<void> {
		await this.root.getByTestId('credential-save-button').click();
	}

	get success(): Locator {
		return this.root.getByTestId('credentials-config-container-test-success');
	}

	/** n8n keeps the reason behind a link. */
	async openProblem(): Promise<void> {
		await this.root.getByText('More details').click();
	}

	/** n8n closes the dialog itself once the connection works. */
	async untilClosed(): Promise<void> {
		await this.root.waitFor({ state: 'hidden' });
	}
}
