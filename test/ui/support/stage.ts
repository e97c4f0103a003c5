/* eslint-disable @n8n/community-nodes/require-node-api-error -- not part of the published package */
import { selectors, type Browser, type BrowserContext } from 'playwright-core';

import { OWNER } from '../../sandbox/client/session';
import { startHost, type Host } from '../../e2e/support/host';
import { launchChromium } from './chromium';
import { EditorPage } from './EditorPage';

/** A real n8n with the package, the service, and a browser with a signed-in user. */
export type Stage = Awaited<ReturnType<typeof startStage>>;

const VIEWPORT = { width: 1280, height: 800 };

const ACTION_TIMEOUT_MS = 90_000;

// n8n's own name for the attribute.
selectors.setTestIdAttribute('data-test-id');

/**
 * Starts a stage for all tests of a file, as starting it takes longer than a test. The editor is
 * third-party software and occasionally unstable, so each test has a second attempt.
 */
export function useStage(env: () => Record<string, string> = () => ({})): () => Stage {
	let running: Stage | undefined;
	jest.retryTimes(1, { logErrorsBeforeRetry: true });
	beforeAll(async () => {
		running = await startStage(env());
	});
	afterAll(async () => await running?.stop());
	return () => {
		if (running === undefined) throw new Error('n8n or the browser was not started');
		return running;
	};
}

async function startStage(env: Record<string, string>) {
	let host: Host | undefined;
	let browser: Browser | undefined;
	const stop = async () => {
		await browser?.close();
		await host?.end();
	};
	try {
		const started = await startHost(env);
		host = started;
		browser = await launchChromium();
		/** All pages share it, so that the browser loads everything only once. */
		const context = await browser.newContext({
			viewport: VIEWPORT,
			locale: 'en-US',
			timezoneId: 'UTC',
			reducedMotion: 'reduce',
		});
		context.setDefaultTimeout(ACTION_TIMEOUT_MS);
		await signIn(context, started.url);
		return {
			...started,
			stop,
			/** Opens a new page for the signed-in user. */
			newEditor: async () =>
				new EditorPage(await context.newPage(), started.url, started.n8n.workflows),
		};
	} catch (error) {
		await stop();
		throw error;
	}
}

/** Signs in through the same form as a user; further pages of the context are signed in, too. */
async function signIn(context: BrowserContext, url: string): Promise<void> {
	const page = await context.newPage();
	await page.goto(`${url}/signin`);
	await page.locator('input[name=emailOrLdapLoginId]').fill(OWNER.email);
	await page.locator('input[type=password]').fill(OWNER.password);
	await page.getByRole('button', { name: 'Sign in' }).click();
	await page.waitForURL(/\/(home|workflow)/);
	await page.close();
}
