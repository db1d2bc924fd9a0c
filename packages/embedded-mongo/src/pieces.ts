import { setImmediate as endOfTurn } from 'node:timers/promises'

/** How long work over many documents goes on before others have their turn. */
export const pieceMs = 5
/** Of this many documents an index is built at once, which takes a few milliseconds. */
export const fewDocuments = 1000
const runLength = 500

/** Work that stops after each small step, so that the caller can do other things in between. */
export type Steps<T> = Generator<void, T>

/**
 * Thrown when something is asked for that is made of all documents of a large collection, and not made yet. Nothing is
 * changed; it can be tried again when it is made.
 */
export class Unbuilt extends Error {
  /** What is to be made: the same for all who ask for it. */
  readonly what: object
  /** Makes it. */
  readonly steps: () => Steps<void>

  constructor(what: object, steps: () => Steps<void>) {
    super('not built yet')
    this.what = what
    this.steps = steps
  }
}

/** To look at the clock after each step would take as long as a short one. */
const stepsBetweenLooks = 4

/** Takes steps for as long as a piece may take. Returns the last one when there are no more, otherwise undefined. */
export function piece<T>(steps: Steps<T>): IteratorReturnResult<T> | undefined {
  let endOfPiece: number | undefined
  for (let taken = 1; ; taken++) {
    const step = steps.next()
    if (step.done === true) return step
    if (taken % stepsBetweenLooks !== 0) continue
    const now = performance.now()
    endOfPiece ??= now + pieceMs
    if (now > endOfPiece) return undefined
  }
}

/**
 * Takes all steps, in pieces between which others have their turn. What takes no longer than one piece, as nearly all
 * commands do, is returned at once: a promise would take as long as a small command.
 * @param goOn waited for after each turn
 */
export function inPieces<T>(steps: Steps<T>, goOn?: () => Promise<void>): T | Promise<T> {
  const last = piece(steps)
  return last === undefined ? furtherPieces(steps, goOn) : last.value
}

async function furtherPieces<T>(steps: Steps<T>, goOn?: () => Promise<void>): Promise<T> {
  for (;;) {
    await endOfTurn()
    await goOn?.()
    const last = piece(steps)
    if (last !== undefined) return last.value
  }
}

/** Takes all steps at once. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

/** Sorts in small steps. Returns the values in order, each once, in another array. */
export function* sortedInSteps<Value>(
  values: readonly Value[],
  compare: (one: Value, other: Value) => number,
): Steps<Value[]> {
  let runs: Value[][] = []
  for (let from = 0; from < values.length; from += runLength) {
    const run = values.slice(from, from + runLength).sort(compare)
    runs.push(run.filter((value, i) => i === 0 || compare(run[i - 1]!, value) !== 0))
    yield
  }
  while (runs.length > 1) {
    const longer: Value[][] = []
    for (let i = 0; i < runs.length; i += 2) longer.push(yield* merged(runs[i]!, runs[i + 1] ?? [], compare))
    runs = longer
  }
  return runs[0] ?? []
}

function* merged<Value>(
  one: readonly Value[],
  other: readonly Value[],
  compare: (one: Value, other: Value) => number,
): Steps<Value[]> {
  const all: Value[] = []
  let [i, j] = [0, 0]
  while (i < one.length || j < other.length) {
    const order = i === one.length ? 1 : j === other.length ? -1 : compare(one[i]!, other[j]!)
    all.push(order <= 0 ? one[i]! : other[j]!)
    if (order <= 0) i++
    if (order >= 0) j++
    if (all.length % runLength === 0) yield
  }
  return all
}
