import { receipt } from '../artwork-codes.ts'
import { CYAN, MAGENTA, PAPER, YELLOW } from '../casings.ts'
import { FINE_LINE } from '../svg.ts'
import { Model } from '../model.ts'
import { mains, ports, ratingPlate, seam, vents } from './fittings.ts'
import { viewpointOf, type Look, type ModelView } from './view.ts'

/** A thermal printer for receipts. */
export function receiptPrinter(look: Look): ModelView {
  const { view } = look
  const model = receiptPrinterModel(look)
  const closeUp = view === 'detail' ? { closeUp: { at: [0, 110, 70] as const, zoom: 1.9 } } : {}
  return { model, viewpoint: viewpointOf(view === 'detail' ? 'open' : view), ...closeUp }
}

export function receiptPrinterModel({ palette, view, variant }: Look): Model {
  const { body, trim, dark } = palette
  const model = new Model()
  const [left, right, back, front] = [-74, 74, -98, 98]
  const waist = 86
  const tall = 146 - variant * 8
  model
    .box([left, 4, back], [right, waist, front], body, 14)
    .on('front', (pen) => {
      pen.circle(30, 24, 8, { fill: dark.shade }).circle(30, 24, 3.4, { fill: CYAN })
      ;[CYAN, YELLOW, MAGENTA].forEach((fill, at) => pen.circle(100 + at * 13, 24, 3.4, { fill }))
      seam(
        pen,
        [
          [14, 44],
          [134, 44],
        ],
        body,
      )
    })
    .on('back', (pen) => {
      ports(pen.at(16, 12, 0.6), 0, 0)
      mains(pen.at(58, 42, 0.9), 0, 0)
      ratingPlate(pen.at(60, 10, 0.8), 0, 0)
    })
    .on('right', (pen) => vents(pen, 60, 26, 80, 26, 4, body.line))
    .on('left', (pen) => vents(pen, 60, 26, 80, 26, 4, body.line))
  const open = view === 'open' || view === 'detail'
  if (open) {
    model
      .box([left + 10, waist, back + 30], [right - 10, waist + 6, front - 20], dark)
      .on('top', (pen) => pen.recess(8, 8, 112, 120, 40, dark))
    model
      .cylinder('x', [-6, waist + 18], 42, left + 20, right - 20, PAPER)
      .on('right', (pen) => pen.circle(42, 42, 12, { fill: trim.plain, line: trim.line, weight: FINE_LINE }))
      .on('left', (pen) => pen.circle(42, 42, 12, { fill: trim.plain, line: trim.line, weight: FINE_LINE }))
    model.prism(
      'x',
      [
        [back + 4, waist + 4],
        [back + 26, waist],
        [back - 10, waist + 120, 16],
        [back - 44, waist + 112, 16],
      ],
      left,
      right,
      body,
    )
    model.sheet(
      [
        [34, waist + 30],
        [66, waist + 18],
        [front - 8, waist + 20],
        [front + 40, waist - 20],
      ],
      left + 24,
      right - 24,
      PAPER,
      (pen) => receipt(pen.at(0, 20), 100, 96),
    )
    return model
  }
  model
    .prism(
      'x',
      [
        [back, waist],
        [front, waist],
        [front, waist + 10, 8],
        [34, tall - 8],
        [30, tall, 5],
        [back, tall, 24],
      ],
      left,
      right,
      body,
    )
    .onSlope([34, tall - 8], [front, waist + 10], (pen) =>
      pen.rect(14, 10, 120, 56, { fill: trim.plain, line: body.line, weight: FINE_LINE }, 8),
    )
    .on('top', (pen) => pen.rect(16, 118, 116, 9, { fill: dark.shade }, 3))
    .on('right', (pen) =>
      seam(
        pen,
        [
          [64, 4],
          [64, 56],
        ],
        body,
      ),
    )
  model.sheet(
    [
      [-20, tall + 122],
      [6, tall + 84],
      [20, tall + 30],
      [24, tall - 2],
    ],
    left + 24,
    right - 24,
    PAPER,
    (pen) => receipt(pen, 100, 134),
  )
  return model
}
