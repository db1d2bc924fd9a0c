/** How many of what a search finds are counted; pages begin among these. */
export const MAX_COUNTED = 1000

interface Page {
  readonly limit: number
  readonly offset: number
}

interface PageReads<Row> {
  readonly list: () => Promise<readonly Row[]>
  readonly count: (most: number) => Promise<number>
}

interface ReadPage<Row> {
  readonly rows: readonly Row[]
  readonly total: number
}

/**
 * A page of what a search finds, and how many that are, up to 1,000. To count them costs as much as to find them, so they
 * are counted only where the page does not say it.
 * @param read.list reads the page
 * @param read.count counts what is found, no further than `most`
 */
export async function readFoundPage<Row>({ limit, offset }: Page, read: PageReads<Row>): Promise<ReadPage<Row>> {
  const rows = offset < MAX_COUNTED ? await read.list() : []
  const isLast = rows.length < limit && (rows.length > 0 || offset === 0)
  const total = isLast ? offset + rows.length : await read.count(MAX_COUNTED)
  return { rows, total: Math.min(total, MAX_COUNTED) }
}

/**
 * A page of a list that grows for years, whose pages reach all of it. How many there are is counted up to the next
 * thousand behind the page, so that the pages that people look at cost the same however long the list has become.
 * @param read.list reads the page
 * @param read.count counts the list, no further than `most`
 */
export async function readLongPage<Row>({ limit, offset }: Page, read: PageReads<Row>): Promise<ReadPage<Row>> {
  const rows = await read.list()
  const isLast = rows.length < limit && (rows.length > 0 || offset === 0)
  const thousands = Math.floor((offset + limit) / MAX_COUNTED) + 1
  return { rows, total: isLast ? offset + rows.length : await read.count(thousands * MAX_COUNTED) }
}
