/** The facets of the listing, as its addresses name them, in their order there. Every page's links need them. */
export const FACET_NAMES = [
  'technology',
  'color',
  'duplex',
  'function',
  'connection',
  'paper',
  'speed',
  'pageCost',
  'ink',
  'yield',
] as const
export type FacetName = (typeof FACET_NAMES)[number]
