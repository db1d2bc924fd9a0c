/**
 * What was made for one version of the products, by key. It is emptied as a whole when there is another version, and
 * when it is full: to keep the order in which entries were used would cost half of what the cache saves.
 */
export class VersionedCache<Key, Value> {
  readonly #known = new Map<Key, Value>()
  readonly #maxSize: number
  #size = 0
  #version = -1

  /** @param maxSize how much is kept about, in the unit in which sizes are given */
  constructor(maxSize: number) {
    this.#maxSize = maxSize
  }

  /** Empties it unless it is right for this version and has room; to be called before it is asked. */
  useFor(version: number): void {
    if (this.#version === version && this.#size <= this.#maxSize) return
    this.#known.clear()
    this.#size = 0
    this.#version = version
  }

  get(key: Key): Value | undefined {
    return this.#known.get(key)
  }

  set(key: Key, value: Value, size: number): void {
    this.#known.set(key, value)
    this.#size += size
  }

  /** To be called when a value in it has grown. */
  addSize(size: number): void {
    this.#size += size
  }
}
