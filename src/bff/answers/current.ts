import type { CatalogChanges } from '#modules/catalog'

/** Whether everything that an answer was made from is still as it was before its making began. Called often. */
export type IsCurrent = () => boolean

/** The version of what an answer shows of a product: `versionOf` or `shownVersionOf` of the changes. */
export type VersionOf = (productId: number) => number

/**
 * Whether the same products are in all lists, in the same order, and counted alike. Both watches begin before what they
 * are about is read, so that a change meanwhile makes the answer out of date.
 */
export function watchArrangement(changes: Pick<CatalogChanges, 'arrangement'>): IsCurrent {
  const before = changes.arrangement
  return () => changes.arrangement === before
}

/** Whether none of these products has another version. */
export function watchProducts(
  ids: readonly number[],
  version: VersionOf,
  changes: Pick<CatalogChanges, 'latest'>,
): IsCurrent {
  const before = changes.latest
  /** What no later change than this one has changed. */
  let known = before
  return () => {
    if (changes.latest === known) return true
    if (!ids.every((id) => version(id) <= before)) return false
    known = changes.latest
    return true
  }
}
