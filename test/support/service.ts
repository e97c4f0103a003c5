import { createEmulator, type Emulator, type EmulatorOptions } from '../emulator';
import { connectNetwork, disconnectNetwork } from './network';

/** The emulator in place of the network, and a key that may read. */
export type Service = { emulator: Emulator; apiKey: string };

export function startService(options?: EmulatorOptions): Service {
	const emulator = createEmulator(options);
	connectNetwork(emulator);
	return { emulator, apiKey: emulator.addKey() };
}

/** Also fails if a fault was scripted that no request ran into. */
export function stopService(emulator: Emulator): void {
	disconnectNetwork();
	emulator.assertNoUnusedFaults();
}
