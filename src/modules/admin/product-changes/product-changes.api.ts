export { fingerprintOf, fingerprintWithStockOf, STOCK_FIELDS } from './fingerprint.ts'
export { createRevertProducts, type RevertProducts } from './revert-products.ts'
export { shownChanges } from './shown-changes.ts'
export type { FieldChange, KeptProduct, ShownChange, WrittenProduct } from './written-product.ts'
