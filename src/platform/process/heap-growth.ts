import { setFlagsFromString } from 'node:v8'

/**
 * How far the heap may grow between two garbage collections, in percent (docs/decisions/0008). By default it may double
 * or more.
 */
const USUAL = 60
const SPARING = 33

let sparing = 0

function apply(): void {
  setFlagsFromString(`--heap-growing-percent=${sparing > 0 ? SPARING : USUAL}`)
}

/** Bounds the growth of the heap of this process, from when all of its code is loaded: V8 takes none that was kept before. */
export function boundHeapGrowth(): void {
  apply()
}

/**
 * Loads code that was kept (`compiled-code.ts`) later than the bound was set, which is one of the flags with which V8
 * refuses code that was kept without it.
 */
export function withoutBound<T>(load: () => T): T {
  setFlagsFromString('--heap-growing-percent=0')
  try {
    return load()
  } finally {
    apply()
  }
}

/** Does work that leaves much garbage, such as a price list of 50,000 rows: meanwhile the heap grows in smaller steps. */
export async function withSparingHeap<T>(work: () => Promise<T>): Promise<T> {
  sparing += 1
  apply()
  try {
    return await work()
  } finally {
    sparing -= 1
    apply()
  }
}
