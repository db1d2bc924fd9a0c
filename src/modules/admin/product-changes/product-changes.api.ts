export { fingerprintOf, fingerprintWithStockOf } from './fingerprint.ts'
export type { ChangeHistory, MadeChange } from './change-history.ts'
export { createProductReverts, type ProductReverts } from './revert-products.ts'
export { shownChanges, withItsUndo } from './shown-changes.ts'
export {
  isNamedAsKept,
  NOTHING_UNDONE,
  undoResultOf,
  withReverted,
  withTakenBack,
  type Reverted,
  type UndoResult,
} from './undo-result.ts'
export type { FieldChange, ShownChange, WrittenProduct } from './written-product.ts'
