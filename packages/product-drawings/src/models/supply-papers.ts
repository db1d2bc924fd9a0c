import { barCode } from '../artwork-codes.ts'
import { letter, photo } from '../artwork.ts'
import { BLACK, CYAN, KEY, MAGENTA, PAPER, YELLOW } from '../casings.ts'
import { FINE_LINE } from '../svg.ts'
import { Model } from '../model.ts'
import { retailBox, supplyView } from './supply-box.ts'
import { viewpointOf, type Look, type ModelView } from './view.ts'

/** Reams of paper, with a sheet before them; `variant` is how many more than one. */
export function reamSupply(look: Look): ModelView {
  const { palette, view, variant } = look
  const model = new Model()
  for (let at = 0; at <= variant; at += 1) {
    const slip = at % 2 === 0 ? 0 : 9
    model
      .box([-130 + slip, at * 54, -92], [130 + slip, at * 54 + 50, 92], palette.body)
      .on('front', (pen) => {
        pen.rect(0, 10, 76, 30, { fill: CYAN }).rect(76, 10, 12, 30, { fill: YELLOW })
        pen.bars(
          [
            [102, 16, 92, 7],
            [102, 29, 60, 5],
          ],
          palette.body.line,
        )
      })
      .on('top', (pen) => {
        pen.rect(40, 30, 180, 110, { fill: '#ffffff', line: palette.body.line, weight: FINE_LINE }, 4)
        pen.rect(58, 48, 64, 74, { fill: CYAN })
        pen.bars(
          [
            [136, 56, 68, 8],
            [136, 74, 50, 6],
          ],
          KEY,
        )
      })
      .on('back', (pen) => barCode(pen, 90, 12, 80, 26))
  }
  if (view === 'open')
    model.sheet(
      [
        [110, 1],
        [190, 1],
        [260, 0],
      ],
      -80,
      60,
      PAPER,
      (pen) => letter(pen, 140, 150, true),
    )
  const closeUp = view === 'detail' ? { closeUp: { at: [20, 50, 92] as const, zoom: 2 } } : {}
  return { model, viewpoint: viewpointOf(view), ...closeUp }
}

/** Photo paper: the pack with a picture on it, and printed sheets before it. */
export function photoPaperSupply(look: Look): ModelView {
  const { palette, variant } = look
  const [width, tall] = [190 - variant * 20, 150 + variant * 26]
  const box = retailBox({
    width,
    tall,
    deep: 34 + variant * 8,
    material: palette.body,
    front(pen) {
      photo(pen.at(width * 0.08, tall * 0.07), width * 0.84, tall * 0.62, variant, 0.02)
      pen.bars(
        [
          [width * 0.08, tall * 0.77, width * 0.5, tall * 0.045],
          [width * 0.08, tall * 0.86, width * 0.34, tall * 0.03],
        ],
        palette.body.line,
      )
    },
  })
  const item = new Model()
  for (const [at, motif] of [
    [0, 1],
    [1, 2],
    [2, 0],
  ] as const) {
    const x = -70 + at * 26
    item.sheet(
      [
        [30 + at * 14, 1 + at * 2],
        [80 + at * 14, 1 + at * 2],
        [140 + at * 14, at * 2],
      ],
      x,
      x + 146,
      PAPER,
      (pen) => photo(pen, 146, 110, (motif + variant) % 3),
    )
  }
  return supplyView(look, item, box, { box: [-20, 0, -30], closeUp: [40, 6, 100] })
}

/** A set for a dye sublimation printer: the ribbon in its cassette, and paper for as many prints. */
export function ribbonSetSupply(look: Look): ModelView {
  const { palette, variant } = look
  const half = 84 + variant * 14
  const item = new Model()
  item.box([-half, 0, -30], [half, 30, 60], PAPER).on('top', (pen) => photo(pen, half * 2, 90, variant, 0.06))
  item.box([-half - 8, 0, 84], [half + 8, 40, 104], BLACK, 8)
  item.box([-half - 8, 0, 146], [half + 8, 34, 162], BLACK, 8)
  ;[YELLOW, MAGENTA, CYAN].forEach((fill, at) =>
    item.plate(
      [
        [-half, 20, 104 + at * 14],
        [half, 20, 104 + at * 14],
        [half, 20, 118 + at * 14],
        [-half, 20, 118 + at * 14],
      ],
      fill,
      KEY,
    ),
  )
  const [width, tall] = [half * 2.1, 150]
  const box = retailBox({
    width,
    tall,
    deep: 70,
    material: palette.body,
    front(pen) {
      photo(pen.at(width * 0.06, tall * 0.08), width * 0.5, tall * 0.6, variant, 0.03)
      ;[YELLOW, MAGENTA, CYAN].forEach((fill, at) =>
        pen.rect(width * (0.62 + at * 0.1), tall * 0.08, width * 0.1, tall * 0.6, { fill }),
      )
      pen.bars([[width * 0.06, tall * 0.78, width * 0.5, tall * 0.05]], palette.body.line)
    },
  })
  return supplyView(look, item, box, { box: [-24, 0, -110], closeUp: [half - 30, 24, 120] })
}
