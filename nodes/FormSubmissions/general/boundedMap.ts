/** A map in process memory with a limited number of entries: the one set longest ago is dropped. */
export class BoundedMap<Key, Value> {
	private readonly entries = new Map<Key, Value>();

	constructor(private readonly maxSize: number) {}

	get(key: Key): Value | undefined {
		return this.entries.get(key);
	}

	has(key: Key): boolean {
		return this.entries.has(key);
	}

	/** Sets a value, which is thereby the newest. */
	set(key: Key, value: Value): void {
		this.entries.delete(key);
		this.entries.set(key, value);
		const [oldest] = this.entries.keys();
		if (this.entries.size > this.maxSize && oldest !== undefined) this.entries.delete(oldest);
	}

	delete(key: Key): void {
		this.entries.delete(key);
	}
}
