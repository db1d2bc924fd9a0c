import { panelScreen } from '../artwork-screens.ts'
import { photo } from '../artwork.ts'
import { CYAN, KEY, MAGENTA, PAPER, YELLOW } from '../casings.ts'
import { FINE_LINE } from '../svg.ts'
import { Model } from '../model.ts'
import { namePlate, plateWidth } from '../name-plate.ts'
import { mains, ports, ratingPlate, seam, vents } from './fittings.ts'
import { viewpointOf, type Look, type ModelView } from './view.ts'

/** A wide photo printer with many inks. */
export function widePhotoPrinter({ palette, view, variant, traits = {} }: Look): ModelView {
  const { body, trim, dark } = palette
  const { panel = 'right', plate = '', rearPaper = true } = traits
  const model = new Model()
  const width = 600 + variant * 40
  const [left, right, back, front] = [-width / 2, width / 2, -170, 150]
  const tall = 190
  const open = view === 'open' || view === 'detail'
  model
    .prism(
      'x',
      [
        [back, 6, 10],
        [front, 6, 14],
        [front, 112],
        [front - 50, tall, 34],
        [back, tall, 26],
      ],
      left,
      right,
      body,
    )
    .on('front', (pen) => {
      pen.recess(84, tall - 104, width - 168, 66, 90, dark)
      if (traits.accent === 'front') pen.bars([[84, tall - 114, width - 168, 5]], MAGENTA)
    })
    .on('left', (pen) => vents(pen, 40, 90, 80, 50, 6, body.line))
    .on('right', (pen) => vents(pen, 180, 90, 80, 50, 6, body.line))
    .on('back', (pen) => {
      pen.rect(70, 54, width - 140, 96, { line: body.line, weight: FINE_LINE }, 8)
      vents(pen, width / 2 - 90, 84, 180, 34, 4, body.shade)
      mains(pen, 18, 130)
      ports(pen.at(width - 58, 70, 0.9), 0, 0)
      ratingPlate(pen, 84, 106)
    })
    .on('top', (pen) => {
      if (!open)
        seam(
          pen,
          [
            [40, 150],
            [width - 40, 150],
            [width - 40, 40],
          ],
          body,
        )
      if (!open) return
      pen.rect(54, 90, width - 108, 130, { fill: dark.plain, line: body.line, weight: FINE_LINE }, 8)
      const inks = [CYAN, '#7cc8de', MAGENTA, '#ee8fb5', YELLOW, '#8d8980', '#c9c5bb', KEY, '#57544d', '#d9542b']
      inks.forEach((ink, at) => {
        const step = (width - 148) / inks.length
        pen.rect(
          74 + at * step,
          104,
          step * 0.8,
          100,
          { fill: ink === KEY ? '#33312d' : ink, line: dark.line, weight: FINE_LINE },
          4,
        )
        pen.rect(74 + at * step + step * 0.18, 112, step * 0.44, 26, { fill: '#ffffff' }, 3)
      })
    })
    .onSlope([front - 50, tall], [front, 112], (pen) => {
      const screen = { left: 60, middle: width / 2 - 52, right: width - 168 }[panel]
      panelScreen(pen.at(screen, 14), 104, 54)
      const lamp = panel === 'left' ? width - 60 : 60
      namePlate(pen, panel === 'left' ? width - 84 - plateWidth(plate, 20) : 84, 34, 20, plate, body)
      pen
        .circle(lamp, 44, 9, { fill: body.plain, line: body.line, weight: FINE_LINE })
        .circle(lamp, 44, 3.4, { fill: CYAN })
      seam(
        pen,
        [
          [0, 80],
          [width, 80],
        ],
        body,
      )
    })
  const print = width - 230
  if (rearPaper)
    model.prism(
      'x',
      [
        [back - 40, tall + 100],
        [back - 30, tall + 102],
        [back + 40, tall - 8],
        [back + 30, tall - 10],
      ],
      -print / 2,
      print / 2,
      trim,
    )
  if (traits.roll === true) {
    for (const x of [-print / 2 - 26, print / 2 + 10])
      model.box([x, tall - 30, back - 70], [x + 16, tall + 52, back + 10], dark)
    model.cylinder('x', [back - 30, tall + 20], 34, -print / 2 - 10, print / 2 + 10, PAPER)
  }
  if (view !== 'detail' && rearPaper)
    model.sheet(
      [
        [back - 40, tall + 176],
        [back + 44, tall],
      ],
      -print / 2 + 20,
      print / 2 - 20,
      PAPER,
    )
  model.prism(
    'x',
    [
      [front - 10, 8],
      [front + 130, 10],
      [front + 130, 18],
      [front - 10, 18],
    ],
    -print / 2 - 18,
    print / 2 + 18,
    trim,
  )
  model.sheet(
    [
      [front - 10, 62],
      [front + 40, 40],
      [front + 120, 26],
      [front + 196, 26],
    ],
    -print / 2,
    print / 2,
    PAPER,
    (pen) => photo(pen.at(0, 4), print, 212, variant, 0.05),
  )
  const closeUp = view === 'detail' ? { closeUp: { at: [10, tall, -20] as const, zoom: 2.1 } } : {}
  return {
    model,
    viewpoint: viewpointOf(view === 'detail' ? 'open' : view),
    body: [width, 320, tall],
    ...closeUp,
  }
}
