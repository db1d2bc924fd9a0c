import { barCode } from '../artwork-codes.ts'
import { CYAN, KEY, MAGENTA, tinted, YELLOW, type Material } from '../casings.ts'
import { FINE_LINE } from '../svg.ts'
import { Model } from '../model.ts'
import type { Ink } from '../inks.ts'
import type { Artwork } from '../part.ts'
import type { Pen } from '../pen.ts'
import { viewpointOf, type Look, type ModelView } from './view.ts'

const INK_COLORS: Readonly<Record<Ink, readonly string[]>> = {
  black: ['#3d3b36'],
  cyan: [CYAN],
  magenta: [MAGENTA],
  yellow: [YELLOW],
  color: [CYAN, MAGENTA, YELLOW],
}

export function inkColors(ink: Ink | undefined): readonly string[] {
  return INK_COLORS[ink ?? 'black']
}

/** The first color of an ink, as plastic. */
export function inkMaterial(ink: Ink | undefined): Material {
  return tinted(inkColors(ink)[0] ?? KEY)
}

/** What can be read on an ink of that color. */
export function textOn(color: string): string {
  return color === YELLOW ? KEY : '#ffffff'
}

/** A drop of ink, its tip at (x, y). */
export function drop(pen: Pen, x: number, y: number, size: number, fill: string): void {
  pen.curve(
    [
      [x, y],
      [x + size * 0.5, y + size * 0.7],
      [x + size * 0.42, y + size],
      [x, y + size],
      [x - size * 0.42, y + size],
      [x - size * 0.5, y + size * 0.7],
      [x, y],
    ],
    { fill },
  )
}

interface RetailBox {
  readonly width: number
  readonly tall: number
  readonly deep: number
  readonly material: Material
  /** On the front, which is `width` by `tall`. */
  readonly front: Artwork
}

/** The carton that a supply is sold in, with a bar code on its back. */
export function retailBox({ width, tall, deep, material, front }: RetailBox): Model {
  const model = new Model()
  model
    .box([-width / 2, 0, -deep / 2], [width / 2, tall, deep / 2], material)
    .on('front', front)
    .on('back', (pen) => {
      const label = { fill: '#ffffff', line: material.line, weight: FINE_LINE }
      pen.rect(width * 0.16, tall * 0.2, width * 0.68, tall * 0.56, label, 3)
      barCode(pen, width * 0.26, tall * 0.3, width * 0.48, tall * 0.26)
      pen.bars([[width * 0.26, tall * 0.63, width * 0.3, tall * 0.035]], KEY)
    })
    .on('top', (pen) => pen.bars([[width * 0.1, deep * 0.46, width * 0.8, 2]], material.shade))
  return model
}

/** The front of an ink's or toner's carton: a field in its colors with a drop, and what it is called. */
export function inkFront(ink: Ink | undefined, width: number, tall: number, paper: Material, variant: number): Artwork {
  return (pen) => {
    const colors = inkColors(ink)
    const from = tall * (0.1 + variant * 0.06)
    const high = tall * 0.46
    colors.forEach((fill, at) => pen.rect((width / colors.length) * at, from, width / colors.length, high, { fill }))
    const size = Math.min(width, high) * 0.56
    drop(pen, width / 2, from + (high - size) / 2, size, '#ffffff')
    pen.bars(
      [
        [width * 0.1, tall * 0.76, width * 0.5, tall * 0.045],
        [width * 0.1, tall * 0.85, width * 0.34, tall * 0.03],
      ],
      paper.line,
    )
  }
}

/**
 * The four views of a supply: before its carton, alone, from behind, and up close.
 * @param item the supply itself, standing around (0, 0)
 * @param behind how far behind it the carton stands, and where
 */
export function supplyView(
  { view }: Look,
  item: Model,
  box: Model,
  place: { readonly box: readonly [number, number, number]; readonly closeUp: readonly [number, number, number] },
): ModelView {
  const model = new Model()
  if (view !== 'open' && view !== 'detail') model.place(box, place.box)
  model.place(item, [0, 0, 0])
  const closeUp = view === 'detail' ? { closeUp: { at: place.closeUp, zoom: 1.9 } } : {}
  return { model, viewpoint: viewpointOf(view), ...closeUp }
}
