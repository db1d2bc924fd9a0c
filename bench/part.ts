import type { Measurement } from './report.ts'
import type { Shops } from './shops.ts'

/** What the command line says beside the names of parts. */
export interface PartOptions {
  /** How long a part that uses the shop for long does so. */
  readonly minutes: number
}

/** A part of the benchmark, which the command line names. */
export interface Part {
  readonly name: string
  readonly what: string
  /** Whether `npm run bench` without names runs it. */
  readonly byDefault: boolean
  /** Gives each figure as soon as it is measured. */
  run(shops: Shops, options: PartOptions): AsyncIterable<Measurement>
}
