export { fingerprintOf, fingerprintWithStockOf } from './fingerprint.ts'
export { createRevertProducts } from './revert-products.ts'
export { shownChanges, turnedAround } from './shown-changes.ts'
export type { FieldChange, KeptProduct, ShownChange, WrittenProduct } from './written-product.ts'
