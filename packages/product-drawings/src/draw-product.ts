import { CASINGS, PALETTES, type Casing } from './casings.ts'
import { type Frame } from './scene.ts'
import { UNITS } from './svg.ts'
import { handheldScanner } from './models/handheld-scanner.ts'
import { labelPrinter } from './models/label-printer.ts'
import { pocketScanner, ringScanner } from './models/bar-code.ts'
import { presentationScanner } from './models/presentation-scanner.ts'
import { counterBundle, fleetBundle, officeBundle, printServer, shippingBundle, supplies } from './models/business.ts'
import { inkjet, officeInkjet, tankInkjet } from './models/inkjet.ts'
import { colorLaser, laser } from './models/laser.ts'
import { workgroupLaser } from './models/laser-workgroup.ts'
import { compactPhotoPrinter } from './models/photo-printer-compact.ts'
import { largeFormat } from './models/large-format.ts'
import { pocketPhotoPrinter } from './models/photo-printer-pocket.ts'
import { widePhotoPrinter } from './models/photo-printer.ts'
import { cashDrawer } from './models/cash-drawer.ts'
import { dualTillTerminal, tabletTill, tillTerminal } from './models/point-of-sale.ts'
import { receiptPrinter } from './models/receipt-printer.ts'
import { documentScanner, flatbedScanner, portableScanner } from './models/scanner.ts'
import { INKS, type Ink } from './inks.ts'
import { bottleSupply, cartridgeSupply, drumSupply, tonerSupply } from './models/supply-inks.ts'
import { photoPaperSupply, reamSupply, ribbonSetSupply } from './models/supply-papers.ts'
import { labelRollSupply, receiptRollSupply, transferRibbonSupply, wideRollSupply } from './models/supply-rolls.ts'
import type { Point3 } from './space.ts'
import { VIEWS, type BuildModel, type ModelView, type Traits, type View } from './models/view.ts'

export { CASINGS, INKS, VIEWS }
export type { Casing, Ink, Traits, View }

const MODELS = {
  laser: laser,
  'laser-color': colorLaser,
  'laser-workgroup': workgroupLaser,
  inkjet: inkjet,
  'inkjet-office': officeInkjet,
  'inkjet-tank': tankInkjet,
  'photo-compact': compactPhotoPrinter,
  'photo-wide': widePhotoPrinter,
  'photo-pocket': pocketPhotoPrinter,
  'large-format': largeFormat,
  'scanner-flatbed': flatbedScanner,
  'scanner-document': documentScanner,
  'scanner-portable': portableScanner,
  till: tillTerminal,
  'till-dual': dualTillTerminal,
  'till-tablet': tabletTill,
  'receipt-printer': receiptPrinter,
  'cash-drawer': cashDrawer,
  'barcode-handheld': handheldScanner,
  'barcode-presentation': presentationScanner,
  'barcode-ring': ringScanner,
  'barcode-pocket': pocketScanner,
  'label-printer': labelPrinter,
  'print-server': printServer,
  'bundle-counter': counterBundle,
  'bundle-office': officeBundle,
  'bundle-shipping': shippingBundle,
  'bundle-fleet': fleetBundle,
  supplies: supplies,
  toner: tonerSupply,
  drum: drumSupply,
  'ink-cartridge': cartridgeSupply,
  'ink-bottle': bottleSupply,
  'ribbon-set': ribbonSetSupply,
  'transfer-ribbon': transferRibbonSupply,
  'label-roll': labelRollSupply,
  'receipt-roll': receiptRollSupply,
  'wide-roll': wideRollSupply,
  'paper-ream': reamSupply,
  'photo-paper': photoPaperSupply,
} satisfies Record<string, BuildModel>

/** What kind of machine, or set of machines, is drawn. */
export type ProductKind = keyof typeof MODELS
export const PRODUCT_KINDS = Object.keys(MODELS) as readonly ProductKind[]

/**
 * How a product is drawn: a kind of machine, its color, 0–2 for other proportions and panels of the same kind, and what
 * sets it apart from the others.
 */
export interface ProductDrawing {
  readonly kind: ProductKind
  readonly casing: Casing
  readonly variant?: 0 | 1 | 2
  readonly traits?: Traits
  /** The color of ink or toner; black when it is not given. */
  readonly ink?: Ink
}

const SHEET = { width: 400, height: 340 } as const
const FRAME: Frame = { left: 34, top: 26, width: 332, height: 282 }
/** In inches: as large as this and larger, a machine fills its frame. */
const FULL_INCHES = 18
const SMALLEST = 0.85
const MAX_STRETCH = 1.3
const MAGNIFIER = { x: 200, y: 170, radius: 146 } as const

/**
 * Draws one view of a product as a standalone SVG of ratio 400:340 with a transparent background. Pure: the same
 * arguments give the same string. `title` is what the picture shows, in words.
 */
export function drawProduct(
  { kind, casing, variant = 0, traits = {}, ink = 'black' }: ProductDrawing,
  view: View,
  title: string = kind,
): string {
  const modelView: ModelView = MODELS[kind]({ palette: PALETTES[casing], view, variant, traits, ink })
  const { size } = traits
  const { body } = modelView
  const isSized = size !== undefined && body !== undefined
  const scene = modelView.model.seenFrom(modelView.viewpoint, isSized ? stretchTo(size, body) : undefined)
  if (!modelView.closeUp)
    return picture(SHEET.width, SHEET.height, title, scene.toSvg(isSized ? frameFor(size) : FRAME))
  const id = `close-up-${kind}-${casing}-${variant}`
  return picture(
    SHEET.width,
    SHEET.height,
    title,
    underMagnifier(scene.toSvg({ ...FRAME, closeUp: modelView.closeUp }), id),
  )
}

/** How a body becomes as broad, deep and high in proportion as the machine is; a drawing bears only so much of it. */
function stretchTo([width, depth, height]: Point3, body: Point3): Point3 {
  const factors = [width / body[0], height / body[2], depth / body[1]] as const
  const middle = Math.cbrt(factors[0] * factors[1] * factors[2])
  const bounded = (factor: number): number => Math.min(MAX_STRETCH, Math.max(1 / MAX_STRETCH, factor / middle))
  return [bounded(factors[0]), bounded(factors[1]), bounded(factors[2])]
}

/** A small machine is drawn smaller than a large one, though less than it is. */
function frameFor([width, , height]: Point3): Frame {
  const share = Math.min(1, Math.max(SMALLEST, Math.sqrt(Math.max(width, height * 1.2) / FULL_INCHES)))
  return {
    left: FRAME.left + (FRAME.width * (1 - share)) / 2,
    top: FRAME.top + (FRAME.height * (1 - share)) / 2,
    width: FRAME.width * share,
    height: FRAME.height * share,
  }
}

/** Wraps marks into an SVG document with the one line weight. */
export function picture(width: number, height: number, title: string, marks: string): string {
  const box = `0 0 ${width * UNITS} ${height * UNITS}`
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" role="img"><title>${escapeText(title)}</title>` +
    `<g fill="none" stroke-width="${2 * UNITS}" stroke-linejoin="round" stroke-linecap="round">${marks}</g></svg>`
  )
}

/** A round magnifier with the four ticks of a registration mark, as a printer looks at dots. */
function underMagnifier(marks: string, id: string): string {
  const [x, y, r] = [MAGNIFIER.x * UNITS, MAGNIFIER.y * UNITS, MAGNIFIER.radius * UNITS]
  const tick = 20
  const ticks = `M${x} ${y - r - tick}v${tick * 2}M${x} ${y + r - tick}v${tick * 2}M${x - r - tick} ${y}h${tick * 2}M${x + r - tick} ${y}h${tick * 2}`
  return (
    `<clipPath id="${id}"><circle cx="${x}" cy="${y}" r="${r}"/></clipPath><circle cx="${x}" cy="${y}" r="${r}" fill="#efeae0"/>` +
    `<g clip-path="url(#${id})">${marks}</g><circle cx="${x}" cy="${y}" r="${r}" stroke="#1a1916"/><path d="${ticks}" stroke="#1a1916"/>`
  )
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
