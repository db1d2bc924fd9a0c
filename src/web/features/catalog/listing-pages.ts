import { PAGE_SIZE, type ListingQuery } from '#contracts/listing'
import type { ProductPage } from './use-products.ts'

/** What is known of the pages of a list. */
export interface ListingPages {
  /** How many products they have; undefined like the last page where it is not known. */
  readonly total: number | undefined
  readonly lastPage: number | undefined
  /** Without the total, a full page may have another one behind it. */
  readonly hasNext: boolean
  /** There are products, on the pages before this one. */
  readonly isPastTheEnd: boolean
}

/** @param counted how many products the counts of the filters say; undefined while they are not known */
export function listingPages(
  { page }: Pick<ListingQuery, 'page'>,
  { data, isPrevious }: Pick<ProductPage, 'isPrevious'> & { readonly data: { readonly length: number } | undefined },
  counted: number | undefined,
): ListingPages {
  const isFull = data?.length === PAGE_SIZE
  const isEmpty = data?.length === 0 && !isPrevious
  const isTheLast = data !== undefined && !isPrevious && !isFull && (!isEmpty || page === 1)
  const total = counted ?? (isTheLast ? (page - 1) * PAGE_SIZE + data.length : undefined)
  if (total === undefined) return { total, lastPage: undefined, hasNext: isFull, isPastTheEnd: isEmpty }
  const lastPage = Math.max(1, Math.ceil(total / PAGE_SIZE))
  return { total, lastPage, hasNext: page < lastPage, isPastTheEnd: total > 0 && page > lastPage }
}
