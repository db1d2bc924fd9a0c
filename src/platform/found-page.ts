/** How many of what a search finds are counted; pages begin among these. */
const MAX_COUNTED = 1000

/**
 * A page of what a search finds, and how many that are, up to 1,000. To count them costs as much as to find them, so they
 * are counted only where the page does not say it.
 * @param read.list reads the page
 * @param read.count counts what is found, no further than `most`
 */
export async function readFoundPage<Row>(
  { limit, offset }: { readonly limit: number; readonly offset: number },
  read: { readonly list: () => Promise<readonly Row[]>; readonly count: (most: number) => Promise<number> },
): Promise<{ readonly rows: readonly Row[]; readonly total: number }> {
  const rows = offset < MAX_COUNTED ? await read.list() : []
  const isLast = rows.length < limit && (rows.length > 0 || offset === 0)
  const total = isLast ? offset + rows.length : await read.count(MAX_COUNTED)
  return { rows, total: Math.min(total, MAX_COUNTED) }
}
