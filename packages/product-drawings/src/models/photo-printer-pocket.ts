import { photo } from '../artwork.ts'
import { BLACK, CYAN, KEY, MAGENTA, PAPER, STEEL, YELLOW } from '../casings.ts'
import { FINE_LINE } from '../svg.ts'
import { Model } from '../model.ts'
import { viewpointOf, type Look, type ModelView } from './view.ts'

/** A printer for the jacket pocket. */
export function pocketPhotoPrinter({ palette, view, variant }: Look): ModelView {
  const { body, dark } = palette
  const model = new Model()
  const tall = 24
  model
    .box([-62, 0, -40], [62, tall, 40], body, 16)
    .on('top', (pen) => {
      pen.rect(8, 8, 108, 64, { line: body.shade, weight: FINE_LINE }, 12)
      ;[CYAN, MAGENTA, YELLOW, KEY].forEach((fill, at) =>
        pen.circle(24 + at * 11, 22, 3.6, { fill: fill === KEY ? dark.shade : fill }),
      )
      pen.circle(98, 58, 5, { fill: body.plain, line: body.line, weight: FINE_LINE })
    })
    .on('front', (pen) => pen.rect(26, 9, 72, 7, { fill: dark.shade, line: body.line, weight: FINE_LINE }, 3))
    .on('back', (pen) => {
      pen.rect(30, 9, 16, 7, { fill: dark.shade, line: body.line, weight: FINE_LINE }, 3)
      pen.circle(64, 12, 2, { fill: YELLOW }).circle(74, 12, 2, { fill: CYAN })
    })
    .on('right', (pen) => pen.rect(28, 9, 22, 7, { fill: STEEL.plain, line: body.line, weight: FINE_LINE }, 3))
  const reach = view === 'open' || view === 'detail' ? 74 : 52
  model.sheet(
    [
      [40, 12],
      [40 + reach * 0.6, 10],
      [40 + reach, 13],
    ],
    -33,
    33,
    PAPER,
    (pen) => photo(pen.at(0, 2), 66, reach, variant, 0.08),
  )
  if (view !== 'front')
    model.sheet(
      [
        [64, 1],
        [114, 1],
      ],
      -124,
      -50,
      PAPER,
      (pen) => photo(pen, 74, 50, (variant + 1) % 3, 0.08),
    )
  if (view !== 'back') {
    model.box([82, 0, -50], [142, 7, 62], BLACK, 10).on('top', (pen) => {
      pen.rect(3, 4, 54, 104, { fill: '#fbfaf6' }, 7)
      photo(pen.at(7, 16), 46, 58, variant, 0)
      pen.rect(14, 84, 32, 12, { fill: CYAN }, 6)
    })
  }
  const closeUp = view === 'detail' ? { closeUp: { at: [-4, 18, 40] as const, zoom: 1.7 } } : {}
  return {
    model,
    viewpoint: view === 'detail' ? { turn: -20, rise: 46 } : { ...viewpointOf(view), rise: 32 },
    ...closeUp,
  }
}
