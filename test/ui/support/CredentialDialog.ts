import type { Locator, Page } from 'playwright-core';

export class CredentialDialog {
	readonly root: Locator;

	constructor(page: Page) {
		this.root = page.getByTestId('editCredential-modal');
	}

	/** Waits for the dialog to open. It can't be saved until n8n has named the credential. */
	static async opened(page: Page): Promise<CredentialDialog> {
		const dialog = new CredentialDialog(page);
		await dialog.root.getByTestId('inline-edit-preview').getByText(/\S/).waitFor();
		return dialog;
	}

	field(name: 'baseUrl' | 'apiKey' | 'webhookSecret'): Locator {
		return this.root.getByTestId(`parameter-input-${name}`).locator('input');
	}

	/** Saves the credential, which makes n8n test the connection. */
	async save(): Promise<void> {
		await this.root.getByTestId('credential-save-button').click();
	}

	get success(): Locator {
		return this.root.getByTestId('credentials-config-container-test-success');
	}

	/** Shows the reason for a failed test, which n8n hides behind a link. */
	async openProblem(): Promise<void> {
		await this.root.getByText('More details').click();
	}

	/** Waits until n8n closes the dialog, which it does once the connection works. */
	async untilClosed(): Promise<void> {
		await this.root.waitFor({ state: 'hidden' });
	}
}
