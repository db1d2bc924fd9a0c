// These values are apart from the schemas, because the first load of a page reads a listing's URL without zod.
export const SORTS = ['featured', 'price-low', 'price-high', 'name', 'rating', 'page-cost'] as const
export type Sort = (typeof SORTS)[number]
export const PRICE_RANGES = ['all', 'under-100', '100-300', '300-500', 'over-500'] as const
export type PriceRange = (typeof PRICE_RANGES)[number]
