import type { ProductQuery } from '../domain/product-query.ts'
import type { CatalogModule } from '../index.ts'

/** What a list answers and shows, for comparisons: ids, the number of all, and the texts. */
export async function shownList(
  catalog: CatalogModule,
  query: ProductQuery,
): Promise<{ readonly ids: readonly number[]; readonly total: number; readonly texts: readonly string[] }> {
  const { ids, total, readShown } = await catalog.findIds(query)
  const texts = await (readShown?.() ?? catalog.texts(ids))
  return { ids, total, texts: texts.map(({ json }) => json.toString()) }
}
