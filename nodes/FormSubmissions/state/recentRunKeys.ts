import { ProcessMemory } from '../general/processMemory';

/** The keys of the last runs that this process has handed over, but for those that n8n refused. */
const handedOver = new ProcessMemory<true>(2_000);

export function wasHandedOver(key: string): boolean {
	return handedOver.get(key) === true;
}

export function markHandedOver(key: string): void {
	handedOver.set(key, true);
}

export function markRefused(key: string): void {
	handedOver.delete(key);
}
