import { forgetBudgets } from './budgets';
import { createEmulator, type Emulator, type EmulatorOptions } from '../../emulator';
import { connectNetwork, disconnectNetwork } from './network';

/** The emulator in the place of the network, and a key that reads. */
export type Service = { emulator: Emulator; apiKey: string };

export function startService(options?: EmulatorOptions): Service {
	const emulator = createEmulator(options);
	connectNetwork(emulator);
	return { emulator, apiKey: emulator.addKey() };
}

/** Also sees to it that no fault is left that a test expected and nothing met. */
export function stopService(emulator: Emulator): void {
	disconnectNetwork();
	forgetBudgets();
	emulator.assertNoUnusedFaults();
}
