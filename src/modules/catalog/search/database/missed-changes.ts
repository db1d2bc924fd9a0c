import type { Logger } from '#platform/log/logger'
import type { ProductChangeRepository } from '../../persistence/product-change.repository.ts'

/**
 * Looks for changes that nobody announced, because their process died right after the commit, or did not learn that it
 * was committed. It never rejects: what fails is looked for the next time.
 * @param deps.correct writes the words of these products again
 * @param deps.onLooked called after each look
 */
export function createMissedChanges(deps: {
  readonly products: Pick<ProductChangeRepository, 'listChanges'>
  readonly correct: (productIds: readonly number[]) => Promise<void>
  readonly onLooked: () => void
  readonly logger: Logger
}): () => Promise<void> {
  let sinceMs = Date.now()
  /** When the products that are listed again and again, because of clocks that differ, had changed as they were looked at. */
  let known: ReadonlyMap<number, number> = new Map()

  return async function look() {
    const begunMs = Date.now()
    const listed = new Map<number, number>()
    try {
      // The clock may have been put back.
      for await (const batch of deps.products.listChanges(Math.min(sinceMs, begunMs))) {
        const written = batch.flatMap(({ id, changedAt }) => (changedAt === null ? [] : [{ id, changedAt }]))
        const changed = written.filter(({ id, changedAt }) => known.get(id) !== changedAt)
        if (changed.length > 0) await deps.correct(changed.map(({ id }) => id))
        for (const { id, changedAt } of written) listed.set(id, changedAt)
      }
      known = listed
      sinceMs = begunMs
    } catch (err) {
      deps.logger.warn({ err }, 'changes of products that nobody announced could not be looked for; trying again later')
    }
    deps.onLooked()
  }
}
