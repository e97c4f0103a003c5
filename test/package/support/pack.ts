import { packPackage } from '../../sandbox/install/packPackage';

/** Builds the package once, before tests in several processes install it. For Jest's `globalSetup`. */
export default async function pack(): Promise<void> {
	await packPackage();
}
