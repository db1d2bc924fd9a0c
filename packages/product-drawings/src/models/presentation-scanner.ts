import { barCode } from '../artwork-codes.ts'
import { BLACK, CYAN, KEY, MAGENTA, PAPER, STEEL, tinted } from '../casings.ts'
import { FINE_LINE } from '../svg.ts'
import { Model } from '../model.ts'
import { ratingPlate, vents } from './fittings.ts'
import { type Look, type ModelView } from './view.ts'

/** A scanner that stands on the counter and reads what is held before it. */
export function presentationScanner({ palette, view, variant }: Look): ModelView {
  const { body, trim } = palette
  const model = new Model()
  model.cylinder('y', [0, 0], 78, 0, 16, body)
  model.cylinder('y', [0, 0], 56, 16, 22, trim)
  model.prism(
    'x',
    [
      [-24, 22],
      [22, 22],
      [14, 100],
      [-16, 100],
    ],
    -26,
    26,
    trim,
  )
  model
    .prism(
      'x',
      [
        [-52, 92, 24],
        [44, 92, 12],
        [78, 206, 10],
        [44, 238, 12],
        [-30, 226, 34],
      ],
      -74,
      74,
      body,
    )
    .onSlope([78, 206], [44, 92], (pen) => {
      pen.rect(10, 8, 128, 100, { fill: KEY, line: body.line, weight: FINE_LINE }, 12)
      pen.rect(18, 16, 112, 84, { fill: '#26343a' }, 8)
      pen.circle(74, 58, 22, { fill: KEY, line: '#57666d', weight: FINE_LINE }).circle(68, 52, 6, { fill: '#c4e6f1' })
      pen.bars(
        [
          [24, 56, 22, 4],
          [102, 56, 22, 4],
        ],
        MAGENTA,
      )
      pen.shape(
        [
          [18, 60],
          [60, 16],
          [84, 16],
          [18, 84],
        ],
        { fill: '#33464d', opacity: 0.6 },
      )
    })
    .onSlope([44, 238], [78, 206], (pen) => pen.rect(54, 14, 40, 9, { fill: CYAN }, 4))
    .on('right', (pen) => vents(pen, 56, 50, 40, 30, 4, body.line))
    .on('left', (pen) => vents(pen, 40, 50, 40, 30, 4, body.line))
    .onPlane([74, 226, -30], [-1, 0, 0], [0, -134, -22], (pen) => {
      pen.rect(40, 40, 68, 70, { line: body.line, weight: FINE_LINE }, 8)
      ratingPlate(pen.at(50, 56, 0.8), 0, 0)
    })
  if (view === 'back')
    model.cable(
      [
        [0, 100, -60],
        [0, 20, -150],
        [90, 0, -120],
        [150, 2, -170],
      ],
      6,
      BLACK,
    )
  if (view === 'open') {
    const can = tinted(variant > 0 ? '#2d6a2e' : '#d9542b')
    model.cylinder('y', [70, 200], 40, 0, 120, STEEL)
    model.cylinder('y', [70, 200], 41, 14, 104, can)
    model.box([26, 30, 176], [30, 92, 224], PAPER).on('left', (pen) => barCode(pen, 5, 8, 38, 46))
    model.plate(
      [
        [-20, 150, 70],
        [20, 150, 70],
        [28, 88, 180],
        [28, 40, 218],
      ],
      MAGENTA,
      undefined,
      0.2,
    )
  }
  const viewpoint = {
    front: { turn: 26, rise: 16 },
    open: { turn: -42, rise: 20 },
    back: { turn: 212, rise: 18 },
    detail: { turn: 20, rise: 8 },
  }[view]
  const closeUp = view === 'detail' ? { closeUp: { at: [0, 150, 62] as const, zoom: 1.9 } } : {}
  return { model, viewpoint, ...closeUp }
}
