import type { Outbox } from './outbox.ts'

/** Queues jobs again that were dispatched and got lost. */
export class Sweeper {
  readonly #outbox: Pick<Outbox, 'requeueDispatched' | 'requeueExpired'>
  readonly #sweepMs: number
  readonly #dispatchedLeaseMs: number
  readonly #onAbandoned: (() => void) | undefined
  /** Whether the queue server may have lost what was dispatched. */
  #mayBeLost = false
  #sweptAt = 0

  /**
   * @param deps.sweepMs how often jobs are searched for that got no result in time
   * @param deps.dispatchedLeaseMs how long a job may wait in a queue before it is dispatched again
   * @param deps.onAbandoned called when a process died while it ran a job
   */
  constructor(deps: {
    readonly outbox: Pick<Outbox, 'requeueDispatched' | 'requeueExpired'>
    readonly sweepMs: number
    readonly dispatchedLeaseMs: number
    readonly onAbandoned: (() => void) | undefined
  }) {
    this.#outbox = deps.outbox
    this.#sweepMs = deps.sweepMs
    this.#dispatchedLeaseMs = deps.dispatchedLeaseMs
    this.#onAbandoned = deps.onAbandoned
  }

  /** Has the next sweep queue everything again that was dispatched. */
  expectLoss(): void {
    this.#mayBeLost = true
  }

  /** Sweeps when it is time to, or when a loss is expected; what fails is swept the next time. */
  async sweep(): Promise<void> {
    if (this.#mayBeLost) {
      await this.#outbox.requeueDispatched(this.#dispatchedLeaseMs)
      this.#mayBeLost = false
    }
    if (performance.now() - this.#sweptAt < this.#sweepMs) return
    this.#sweptAt = performance.now()
    if (await this.#outbox.requeueExpired()) this.#onAbandoned?.()
  }
}
