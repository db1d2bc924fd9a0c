/** The API path of one product; it is the SWR key too. */
export function productPath(id: number): string {
  return `/api/products/${id}`
}

/** The API path of a product's reviews. */
export function reviewsPath(id: number): string {
  return `${productPath(id)}/reviews`
}

/** A few more products of a category, for below a product. One more than is shown, because the product itself may be among them. */
export function relatedPath(category: string): string {
  return `/api/products?${new URLSearchParams({ category, limit: String(RELATED_SHOWN + 1) })}`
}

export const RELATED_SHOWN = 4

/** All printers, and all photo printers (specification 1, section 7). */
export const PRINTERS_PATH = '/api/products?category=printers'
export const PHOTO_PRINTERS_PATH = '/api/products?category=photo-printers'
