/** Fewer names than this are not worth a new index, however many of them no product has. */
const FEW_NAMES = 2000

/**
 * Whether most names (brands, categories, models) are those of former products. Each question for counts visits them all:
 * 100,000 former models take 2 ms of one, and 30 MB.
 */
export function areMostlyUnused(known: number, used: number): boolean {
  return known > FEW_NAMES && used * 2 < known
}
