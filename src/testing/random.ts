/** Random numbers that a seed repeats. */
export interface Random {
  /** From 0 to 1, without 1. */
  next(): number
  /** A whole number from 0 to `limit`, without `limit`. */
  below(limit: number): number
  /** One of the items. */
  pick<Item>(items: readonly Item[]): Item
}

/** The generator mulberry32: short, and good enough to spread what a test does. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return { next, below, pick: (items) => items[below(items.length)] as (typeof items)[number] }
}
