import { panelScreen } from '../artwork-screens.ts'
import { shippingLabel } from '../artwork-codes.ts'
import { CYAN, KEY, PAPER, tinted, YELLOW } from '../casings.ts'
import { FINE_LINE } from '../svg.ts'
import { Model } from '../model.ts'
import { lid, mains, ports, ratingPlate, seam, vents } from './fittings.ts'
import { viewpointOf, type Look, type ModelView } from './view.ts'

/** A desktop printer for labels. */
export function labelPrinter(look: Look): ModelView {
  const { view } = look
  const model = labelPrinterModel(look)
  const closeUp = view === 'detail' ? { closeUp: { at: [0, 120, 40] as const, zoom: 1.7 } } : {}
  return { model, viewpoint: viewpointOf(view === 'detail' ? 'open' : view), ...closeUp }
}

export function labelPrinterModel({ palette, view, variant }: Look): Model {
  const { body, trim, dark } = palette
  const model = new Model()
  const half = 92 + variant * 6
  const waist = 76
  const tall = 168
  model
    .box([-half, 4, -118], [half, waist, 112], body, 16)
    .on('front', (pen) => {
      pen.rect(30, 0, half * 2 - 60, 14, { fill: dark.shade, line: body.line, weight: FINE_LINE }, 4)
      pen
        .circle(half * 2 - 24, 42, 9, { fill: body.shade, line: body.line, weight: FINE_LINE })
        .circle(half * 2 - 24, 42, 4, { fill: CYAN })
      seam(
        pen,
        [
          [16, 60],
          [half * 2 - 16, 60],
        ],
        body,
      )
    })
    .on('back', (pen) => {
      ports(pen.at(24, 6, 0.58), 0, 0)
      mains(pen.at(70, 32, 0.9), 0, 0)
      ratingPlate(pen.at(half * 2 - 70, 10, 0.8), 0, 0)
    })
    .on('right', (pen) => vents(pen, 70, 22, 90, 26, 4, body.line))
    .on('left', (pen) => vents(pen, 70, 22, 90, 26, 4, body.line))
  const label = half - 32
  if (view === 'open' || view === 'detail') {
    model.box([-half + 10, waist, -108], [half - 10, waist + 4, 96], dark)
    model
      .cylinder('x', [-14, waist + 50], 60, -label, label, PAPER)
      .on('right', (pen) =>
        pen
          .circle(60, 60, 22, { fill: '#d5b883', line: KEY, weight: FINE_LINE })
          .circle(60, 60, 15, { fill: '#3d3b36' }),
      )
      .on('left', (pen) =>
        pen
          .circle(60, 60, 22, { fill: '#d5b883', line: KEY, weight: FINE_LINE })
          .circle(60, 60, 15, { fill: '#3d3b36' }),
      )
    for (const x of [-label - 12, label])
      model.prism(
        'x',
        [
          [-50, waist],
          [22, waist],
          [8, waist + 64, 10],
          [-36, waist + 64, 10],
        ],
        x,
        x + 12,
        tinted(YELLOW),
      )
    model.prism(
      'x',
      lid([-112, waist + 6], 104, 176, 44).map((corner, at) => (at > 1 ? ([...corner, 26] as const) : corner)),
      -half,
      half,
      body,
    )
    model.sheet(
      [
        [48, waist + 48],
        [84, waist + 16],
        [116, waist + 10],
        [140, waist - 30],
      ],
      -label,
      label,
      PAPER,
      (pen) => shippingLabel(pen.at(0, 46), label * 2, 76),
    )
    return model
  }
  model
    .prism(
      'x',
      [
        [-118, waist + 4],
        [112, waist + 4],
        [112, waist + 26, 18],
        [62, tall, 44],
        [-118, tall - 8, 44],
      ],
      -half,
      half,
      body,
    )
    .on('right', (pen) => pen.rect(90, 30, 90, 40, { fill: dark.plain, line: body.line, weight: FINE_LINE }, 18))
    .on('left', (pen) => pen.rect(60, 30, 90, 40, { fill: dark.plain, line: body.line, weight: FINE_LINE }, 18))
    .on('top', (pen) => {
      pen.rect(34, 40, half * 2 - 68, 90, { fill: trim.plain, line: body.line, weight: FINE_LINE }, 16)
      if (variant > 0) panelScreen(pen.at(half - 44, 56), 88, 54)
    })
  model.sheet(
    [
      [108, waist - 2],
      [130, waist],
      [160, waist - 16],
      [182, waist - 50],
    ],
    -label,
    label,
    PAPER,
    (pen) => shippingLabel(pen.at(0, 8), label * 2, 88),
  )
  return model
}
