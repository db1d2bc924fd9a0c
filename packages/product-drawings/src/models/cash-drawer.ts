import { BLACK, KEY, STEEL, YELLOW } from '../casings.ts'
import { FINE_LINE } from '../svg.ts'
import { Model } from '../model.ts'
import { grip, ratingPlate } from './fittings.ts'
import { viewpointOf, type Look, type ModelView } from './view.ts'

/** A cash drawer; open it shows notes and coins. */
export function cashDrawer({ palette, view, variant }: Look): ModelView {
  const model = cashDrawerModel({ palette, view, variant })
  const closeUp = view === 'detail' ? { closeUp: { at: [30, 70, 290] as const, zoom: 2 } } : {}
  return {
    model,
    viewpoint: view === 'detail' ? { turn: -26, rise: 42 } : { ...viewpointOf(view), rise: view === 'open' ? 36 : 24 },
    ...closeUp,
  }
}

export function cashDrawerModel({ palette, view, variant }: Look): Model {
  const { body, dark } = palette
  const model = new Model()
  const width = 400 - variant * 30
  const [left, right] = [-width / 2, width / 2]
  model
    .box([left, 6, -200], [right, 106, 190], body)
    .on('top', (pen) => pen.rect(18, 18, width - 36, 354, { line: body.shade, weight: FINE_LINE }, 10))
    .on('back', (pen) => {
      pen.rect(40, 40, 26, 22, { fill: STEEL.plain, line: KEY, weight: FINE_LINE }, 3).bars([[46, 46, 14, 11]], KEY)
      ratingPlate(pen, width - 100, 34)
    })
  for (const x of [left + 20, right - 60]) model.box([x, 0, 120], [x + 40, 6, 160], BLACK)
  const pulled = view === 'open' || view === 'detail' ? 200 : 0
  if (pulled > 0) {
    model.box([left + 14, 14, 190], [right - 14, 88, 190 + pulled], dark).on('top', (pen) => {
      const inside = width - 28
      pen.recess(8, 0, inside - 16, pulled - 8, 24, dark)
      const notes = ['#9fc9a0', '#f2c6a0', '#c4e6f1', '#d9c5e3']
      notes.forEach((fill, at) => {
        const w = (inside - 50) / 4
        const x = 16 + at * (w + 6)
        pen
          .rect(x, 6, w, 92, { fill, line: KEY, weight: FINE_LINE }, 2)
          .circle(x + w / 2, 50, w * 0.2, { fill: '#fbfaf6' })
        pen.bars(
          [
            [x + 8, 16, w * 0.3, 5],
            [x + w - 8 - w * 0.3, 82, w * 0.3, 5],
          ],
          '#57544d',
        )
      })
      for (let cup = 0; cup < 5; cup += 1) {
        const w = (inside - 46) / 5
        const x = 16 + cup * (w + 3.5)
        pen.rect(x, 108, w, pulled - 126, { fill: dark.shade, line: dark.line, weight: FINE_LINE }, 12)
        ;(
          [
            [0.34, 0.4],
            [0.62, 0.56],
            [0.42, 0.7],
          ] as const
        ).forEach(([a, b]) =>
          pen.circle(x + w * a, 108 + (pulled - 126) * b, 11, {
            fill: cup < 2 ? '#e0b23c' : STEEL.plain,
            line: KEY,
            weight: 1,
          }),
        )
      }
    })
  }
  model.box([left, 10, 190 + pulled], [right, 98, 206 + pulled], body).on('front', (pen) => {
    pen.rect(10, 8, width - 20, 72, { line: body.shade, weight: FINE_LINE }, 5)
    pen
      .circle(width / 2, 42, 13, { fill: STEEL.plain, line: body.line, weight: FINE_LINE })
      .bars([[width / 2 - 2, 34, 4, 16]], KEY)
    grip(pen, 40, 36, 74, 10, body)
    pen.rect(width - 100, 36, 56, 10, { fill: YELLOW, line: body.line, weight: FINE_LINE }, 5)
  })
  return model
}
