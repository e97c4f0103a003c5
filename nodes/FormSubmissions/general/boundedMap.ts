/** A map in process memory with a limited number of entries: the one set longest ago is dropped. */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
	constructor(private readonly maxSize: number) {
		super();
	}

	/** Sets a value, which becomes the newest. */
	override set(key: Key, value: Value): this {
		this.delete(key);
		super.set(key, value);
		const [oldest] = this.keys();
		if (this.size > this.maxSize && oldest !== undefined) this.delete(oldest);
		return this;
	}
}
