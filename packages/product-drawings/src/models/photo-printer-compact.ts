import { photo } from '../artwork.ts'
import { BLACK, CYAN, KEY, MAGENTA, PAPER, YELLOW } from '../casings.ts'
import { FINE_LINE } from '../svg.ts'
import { Model } from '../model.ts'
import { namePlate, plateWidth } from '../name-plate.ts'
import { mains, ratingPlate, seam, vents } from './fittings.ts'
import { viewpointOf, type Look, type ModelView } from './view.ts'

/** A small dye-sublimation printer: the photograph runs to and fro, once for every color. */
export function compactPhotoPrinter({ palette, view, variant, traits = {} }: Look): ModelView {
  if (view === 'detail') return ribbon({ palette, view, variant })
  const { body, trim, dark } = palette
  const model = new Model()
  const [left, right, back, front] = [-94, 94, -66, 66]
  const tall = 66 + variant * 6
  model
    .box([left, 4, back], [right, tall, front], body, 16)
    .on('front', (pen) => {
      pen.recess(26, tall - 36, 136, 26, 30, dark)
      seam(
        pen,
        [
          [16, 14],
          [172, 14],
        ],
        body,
      )
      ;[CYAN, MAGENTA, YELLOW].forEach((fill, at) => pen.circle(30 + at * 9, 23, 3, { fill }))
      const { plate = '' } = traits
      namePlate(pen, 168 - plateWidth(plate, 9), 18, 9, plate, body)
    })
    .on('right', (pen) => {
      pen.rect(24, 14, 84, tall - 30, { line: body.line, weight: FINE_LINE }, 5)
      vents(pen, 86, 24, 14, tall - 48, 4, body.line)
    })
    .on('left', (pen) => vents(pen, 26, 18, 60, 24, 5, body.line))
    .on('back', (pen) => {
      vents(pen, 24, 12, 70, 20, 4, body.line)
      mains(pen.at(108, 10, 0.62), 0, 0)
      ratingPlate(pen.at(24, 38, 0.5), 0, 0)
    })
    .on('top', (pen) => {
      pen.rect(12, 12, 164, 108, { line: body.shade, weight: FINE_LINE }, 10)
      pen
        .circle(40, 92, 9, { fill: body.plain, line: body.line, weight: FINE_LINE })
        .circle(40, 92, 3.4, { fill: CYAN })
      pen.circle(66, 92, 6, { fill: body.plain, line: body.line, weight: FINE_LINE })
      pen.circle(150, 92, 9, { fill: YELLOW, line: body.line, weight: FINE_LINE })
    })
  const tilt = view === 'open' ? 46 : 34
  if (traits.display !== 'keys')
    model
      .prism(
        'x',
        [
          [-22, tall],
          [16, tall],
          [12, tall + 6],
          [-16, tall + tilt, 3],
          [-22, tall + tilt, 3],
        ],
        -38,
        38,
        dark,
      )
      .onSlope([-16, tall + tilt], [12, tall + 6], (pen) => {
        pen.rect(4, 3, 68, tilt * 1.02, { fill: BLACK.shade, line: KEY, weight: FINE_LINE }, 3)
        photo(pen.at(7, 6), 62, tilt * 0.86, variant, 0)
      })
  const reach = view === 'open' ? 132 : 96
  model
    .box([-66, 6, front], [66, 26, front + 70], trim, 8)
    .on('top', (pen) => pen.rect(8, 4, 116, 58, { line: trim.line, weight: FINE_LINE }, 4))
  model.sheet(
    [
      [front - 6, 32],
      [front + 20, 33],
      [front + reach * 0.6, 30],
      [front + reach, 32],
    ],
    -56,
    56,
    PAPER,
    (pen) => photo(pen.at(0, 2), 112, reach, variant, 0.06),
  )
  if (view === 'open')
    model.sheet(
      [
        [front + 128, 1],
        [front + 196, 1],
      ],
      -110,
      -8,
      PAPER,
      (pen) => photo(pen, 102, 68, (variant + 1) % 3, 0.07),
    )
  return { model, viewpoint: viewpointOf(view), body: [188, 132, tall] }
}

/** The color ribbon and the photo paper it belongs to. */
function ribbon({ palette, variant }: Look): ModelView {
  const model = new Model()
  for (const z of [-34, 34]) model.cylinder('x', [z, 18], 17, -84, 84, palette.dark)
  model.box([-96, 6, -46], [-84, 32, 46], palette.dark, 6)
  model.box([84, 6, -46], [96, 32, 46], palette.dark, 6)
  ;[CYAN, MAGENTA, YELLOW].forEach((ink, at) => {
    model.plate(
      [
        [-78 + at * 52, 34, -26],
        [-26 + at * 52, 34, -26],
        [-26 + at * 52, 34, 26],
        [-78 + at * 52, 34, 26],
      ],
      ink,
      KEY,
    )
  })
  model.box([-90, 0, 70], [30, 14, 150], PAPER).on('top', (pen) => photo(pen, 120, 80, variant, 0.07))
  model.sheet(
    [
      [84, 3],
      [160, 3],
    ],
    44,
    150,
    PAPER,
    (pen) => photo(pen, 106, 76, (variant + 1) % 3, 0.07),
  )
  return { model, viewpoint: { turn: -24, rise: 40 } }
}
