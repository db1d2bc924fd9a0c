// Draws the demo catalog's pictures and the illustrations into dist/pictures; the build runs it.
import {
  CASINGS,
  drawIllustration,
  drawProduct,
  ILLUSTRATION_NAMES,
  INKS,
  PRODUCT_KINDS,
  VIEWS,
  type ProductDrawing,
  type View,
} from '@superprinter/product-drawings'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { CATEGORIES } from '../src/bff/contracts/catalog.ts'
import { demoProducts } from '../src/modules/catalog/demo-catalog/demo-catalog.ts'

const VIEW_WORDS: Readonly<Record<View, string>> = {
  front: 'from the front',
  open: 'at work',
  back: 'from behind',
  detail: 'in detail',
}
/** What stands for a product without a picture. */
const CATEGORY_DRAWINGS: Readonly<Record<(typeof CATEGORIES)[number], ProductDrawing>> = {
  printers: { kind: 'laser-color', casing: 'chalk' },
  'photo-printers': { kind: 'photo-wide', casing: 'chalk' },
  scanners: { kind: 'scanner-flatbed', casing: 'chalk' },
  'pos-systems': { kind: 'till', casing: 'chalk' },
  'barcode-scanners': { kind: 'barcode-handheld', casing: 'chalk' },
  'business-solutions': { kind: 'bundle-office', casing: 'chalk' },
  supplies: { kind: 'supplies', casing: 'chalk' },
}
const folder = join(dirname(dirname(fileURLToPath(import.meta.url))), 'dist', 'pictures')

/** One of `known`, or an error that names what is not. */
function pick<Name extends string>(known: readonly Name[], name: string): Name {
  const found = known.find((one) => one === name)
  if (found === undefined) throw new Error(`"${name}" is none of ${known.join(', ')}`)
  return found
}

mkdirSync(folder, { recursive: true })
for (const { name, images, drawing } of demoProducts) {
  const { kind, casing, variant, traits, ink = 'black' } = drawing
  const look = { kind: pick(PRODUCT_KINDS, kind), casing: pick(CASINGS, casing), variant, traits, ink: pick(INKS, ink) }
  for (const [index, view] of VIEWS.entries()) {
    const fileName = images[index]
    if (fileName === undefined) throw new Error(`${name} has no picture ${view}`)
    writeFileSync(join(folder, fileName), drawProduct(look, view, `${name}, ${VIEW_WORDS[view]}`))
  }
}
for (const name of ILLUSTRATION_NAMES) writeFileSync(join(folder, `${name}.svg`), drawIllustration(name))
for (const [category, drawing] of Object.entries(CATEGORY_DRAWINGS)) {
  writeFileSync(join(folder, `category-${category}.svg`), drawProduct(drawing, 'front', 'Illustration'))
}
