import { receipt, shippingLabel } from '../artwork-codes.ts'
import { CYAN, KEY, PAPER, tinted } from '../casings.ts'
import { plan } from '../artwork.ts'
import { FINE_LINE } from '../svg.ts'
import { Model } from '../model.ts'
import { retailBox, supplyView } from './supply-box.ts'
import type { Look, ModelView } from './view.ts'

const CORE = '#8a6f47'

/** A roll lying on its side, seen into its core from the right. */
function roll(
  model: Model,
  at: readonly [number, number],
  radius: number,
  from: number,
  to: number,
  core: number,
): void {
  const [z, y] = at
  model.cylinder('x', [z, y], radius, from, to, PAPER).on('right', (pen) => {
    for (const part of [0.86, 0.72, 0.58])
      if (radius * part > core) pen.circle(radius, radius, radius * part, { line: PAPER.shade, weight: FINE_LINE })
    pen.circle(radius, radius, core, { fill: CORE, line: KEY, weight: FINE_LINE })
    pen.circle(radius, radius, core * 0.78, { fill: '#3d3b36' })
  })
}

/** A roll of labels, the first of them hanging out. */
export function labelRollSupply(look: Look): ModelView {
  const { palette, variant } = look
  const half = 52 + variant * 26
  const radius = 74
  const item = new Model()
  roll(item, [0, radius], radius, -half, half, 20)
  item.sheet(
    [
      [18, 2],
      [70, 1],
      [190, 0],
    ],
    -half,
    half,
    { ...PAPER, plain: '#f3ecdc', lit: '#f8f2e4' },
    (pen) => shippingLabel(pen.at(8, 56), half * 2 - 16, 104),
  )
  const [width, tall] = [170, 150]
  const box = retailBox({
    width,
    tall,
    deep: 120,
    material: palette.body,
    front(pen) {
      pen.rect(width * 0.14, tall * 0.14, width * 0.72, tall * 0.54, { fill: '#ffffff' }, 4)
      shippingLabel(pen.at(width * 0.2, tall * 0.2), width * 0.6, tall * 0.42)
      pen.bars([[width * 0.14, tall * 0.8, width * 0.5, tall * 0.05]], palette.body.line)
    },
  })
  return supplyView(look, item, box, { box: [-half - 96, 0, -60], closeUp: [half, 60, 60] })
}

/** Receipt rolls, stacked. */
export function receiptRollSupply(look: Look): ModelView {
  const { palette, variant } = look
  const half = variant === 2 ? 42 : 58
  const radius = 46 + variant * 4
  const item = new Model()
  roll(item, [-radius, radius], radius, -half, half, 11)
  roll(item, [radius, radius], radius, -half, half, 11)
  roll(item, [0, radius * 2.74], radius, -half, half, 11)
  item.sheet(
    [
      [radius + 8, 2],
      [radius + 60, 1],
      [radius + 132, 0],
    ],
    -half,
    half,
    PAPER,
    (pen) => receipt(pen.at(0, 12), half * 2, 112),
  )
  const [width, tall] = [200, 130 + variant * 16]
  const box = retailBox({
    width,
    tall,
    deep: 170,
    material: palette.body,
    front(pen) {
      pen.rect(0, tall * 0.16, width, tall * 0.42, { fill: palette.trim.plain })
      for (const at of [0.3, 0.5, 0.7]) {
        pen.circle(width * at, tall * 0.37, tall * 0.15, { fill: '#ffffff', line: KEY, weight: FINE_LINE })
        pen.circle(width * at, tall * 0.37, tall * 0.045, { fill: CORE })
      }
      pen.bars([[width * 0.1, tall * 0.74, width * 0.5, tall * 0.05]], palette.body.line)
    },
  })
  return supplyView(look, item, box, { box: [-half - 120, 0, -30], closeUp: [half, radius * 2, 20] })
}

/** A wide roll for plans and posters, its end unrolled. */
export function wideRollSupply(look: Look): ModelView {
  const { palette, variant } = look
  const half = 210 + variant * 24
  const radius = 36 + variant * 5
  const item = new Model()
  roll(item, [0, radius], radius, -half, half, 14)
  item.sheet(
    [
      [12, 2],
      [80, 1],
      [180, 0],
    ],
    -half,
    half,
    PAPER,
    (pen) => plan(pen.at(half * 0.3, 30), half * 1.4, 140),
  )
  const [width, tall] = [half * 2, 84]
  const box = retailBox({
    width,
    tall,
    deep: 84,
    material: palette.body,
    front(pen) {
      pen.rect(0, tall * 0.2, width * 0.3, tall * 0.6, { fill: CYAN })
      pen.bars(
        [
          [width * 0.36, tall * 0.32, width * 0.3, tall * 0.1],
          [width * 0.36, tall * 0.54, width * 0.2, tall * 0.07],
        ],
        palette.body.line,
      )
    },
  })
  return supplyView(look, item, box, { box: [0, 0, -120], closeUp: [half - 40, 30, 40] })
}

/** A thermal transfer ribbon: two spools with the film between them. */
export function transferRibbonSupply(look: Look): ModelView {
  const { palette, variant } = look
  const half = 62 + variant * 18
  const film = tinted('#3d3b36')
  const item = new Model()
  for (const [z, radius] of [
    [-70, 40],
    [70, 24],
  ] as const) {
    item.cylinder('x', [z, 42], 14, -half - 16, half + 16, { ...film, plain: CORE, lit: '#b0936a', shade: '#6b5535' })
    item.cylinder('x', [z, 42], radius, -half, half, film)
  }
  item.sheet(
    [
      [-70, 4],
      [0, 10],
      [66, 20],
    ],
    -half,
    half,
    { lit: '#57544d', plain: '#45423c', shade: '#2c2a27', line: '#1d1b18' },
  )
  const [width, tall] = [150, 130]
  const box = retailBox({
    width,
    tall,
    deep: 90,
    material: palette.body,
    front(pen) {
      pen.rect(0, tall * 0.2, width, tall * 0.36, { fill: '#3d3b36' })
      pen.circle(width * 0.34, tall * 0.38, tall * 0.11, { fill: '#ffffff' })
      pen.circle(width * 0.66, tall * 0.38, tall * 0.07, { fill: '#ffffff' })
      pen.bars([[width * 0.1, tall * 0.74, width * 0.5, tall * 0.05]], palette.body.line)
    },
  })
  return supplyView(look, item, box, { box: [-half - 90, 0, -70], closeUp: [half, 42, 40] })
}
