import type { Measurement } from './report.ts'
import type { Shops } from './shops.ts'

/** A part of the benchmark, which the command line names. */
export interface Part {
  readonly name: string
  readonly what: string
  /** Whether `npm run bench` without names runs it. */
  readonly byDefault: boolean
  /** Gives each figure as soon as it is measured. */
  run(shops: Shops): AsyncIterable<Measurement>
}
