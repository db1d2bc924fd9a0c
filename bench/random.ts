/** Gives numbers from 0 to 1, the same ones in every run, so that two runs ask the same. */
export interface Random {
  /** A whole number below `end`. */
  below(end: number): number
  /** One of these. */
  of<T>(choices: readonly T[]): T
}

/** The "mulberry32" generator: 32 bits of state, good enough to scatter addresses. */
export function seededRandom(seed: number): Random {
  let state = seed
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (end: number): number => Math.floor(next() * end)
  return {
    below,
    of(choices) {
      const choice = choices[below(choices.length)]
      if (choice === undefined) throw new Error('There is nothing to choose from')
      return choice
    },
  }
}
