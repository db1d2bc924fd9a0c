export { CASINGS, drawProduct, INKS, PRODUCT_KINDS, VIEWS } from './draw-product.ts'
export type { Casing, Ink, ProductDrawing, ProductKind, Traits, View } from './draw-product.ts'
export { drawIllustration, ILLUSTRATION_NAMES } from './illustrations/illustrations.ts'
