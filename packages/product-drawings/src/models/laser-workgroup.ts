import { letter } from '../artwork.ts'
import { panelKeys, panelScreen } from '../artwork-screens.ts'
import { BLACK, CYAN, KEY, MAGENTA, PAPER, STEEL, YELLOW } from '../casings.ts'
import { FINE_LINE } from '../svg.ts'
import { Model } from '../model.ts'
import { namePlate } from '../name-plate.ts'
import { grip, mains, ports, ratingPlate, seam, vents } from './fittings.ts'
import { viewpointOf, type Look, type ModelView } from './view.ts'

/** How high the cabinet below it is. */
const STAND = 150

/** A tall multifunction printer for a whole floor: feeder, screen on an arm, and a stack of trays. */
export function workgroupLaser({ palette, view, variant, traits = {} }: Look): ModelView {
  const { body, trim, dark } = palette
  const { trays = variant > 0 ? 3 : 2, accent, display = 'tilted', plate = '' } = traits
  const model = new Model()
  const width = 420
  const [left, right, back, front] = [-width / 2, width / 2, -190, 190]
  const open = view === 'open'
  const base = 14 + trays * 62
  for (const x of [left + 20, right - 60]) {
    for (const z of [back + 20, front - 60]) model.box([x, 0, z], [x + 40, 14, z + 40], BLACK)
  }
  model
    .box([left, 14, back], [right, base, front], body)
    .on('front', (pen) => {
      for (let tray = 0; tray < trays; tray += 1) {
        const y = 4 + tray * 62
        pen.rect(12, y, width - 24, 54, { line: body.line, weight: FINE_LINE }, 4)
        grip(pen, width / 2 - 50, y + 10, 100, 17, body)
        pen
          .rect(width - 46, y + 14, 8, 26, { fill: dark.shade }, 4)
          .bars([[width - 45, y + 30 - tray * 5, 6, 9 + tray * 5]], CYAN)
      }
    })
    .on('back', (pen) => ratingPlate(pen, width - 100, 30))
  const belly = base + 130
  model
    .prism(
      'x',
      [
        [back, base],
        [front, base],
        [front, belly],
        [back, belly],
      ],
      left,
      right,
      body,
    )
    .on('front', (pen) => {
      pen.rect(
        16,
        12,
        width - 32,
        104,
        { line: body.line, weight: FINE_LINE, ...(accent === 'front' && { fill: dark.plain }) },
        6,
      )
      if (!open) namePlate(pen, 34, 30, 19, plate, accent === 'front' ? dark : body)
      if (open) pen.recess(20, 16, width - 40, 96, 80, dark)
      else vents(pen, width - 120, 76, 84, 26, 4, body.line)
      if (open)
        [CYAN, MAGENTA, YELLOW, KEY].forEach((ink, at) => {
          pen.rect(52 + at * 84, 34, 62, 68, { fill: dark.plain, line: dark.line, weight: FINE_LINE }, 8)
          pen.rect(60 + at * 84, 42, 46, 30, { fill: ink === KEY ? '#fbfaf6' : ink }, 4)
          pen.rect(70 + at * 84, 82, 26, 10, { fill: STEEL.plain }, 5)
        })
    })
    .on('right', (pen) => vents(pen, 200, 24, 120, 50, 6, body.line))
    .on('left', (pen) => vents(pen, 60, 24, 120, 50, 6, body.line))
    .on('back', (pen) => {
      pen.rect(100, -40, width - 140, 150, { fill: body.plain, line: body.line, weight: FINE_LINE }, 6)
      ports(pen, 34, -20)
      mains(pen, 24, 94)
    })
  if (open) {
    model.plate(
      [
        [left + 16, base + 14, front],
        [right - 16, base + 14, front],
        [right - 22, base - 6, front + 96],
        [left + 22, base - 6, front + 96],
      ],
      body.plain,
      body.line,
    )
  }
  // The pages come out between the body and the scanner, which stands on a pillar at the back and the left.
  const head = belly + 74
  model.box([left, belly, back], [right, head, back + 90], body)
  model.box([left, belly, back + 90], [left + 54, head, front - 20], body)
  model.box([left + 54, belly, back + 90], [right, belly + 4, front], trim)
  for (const page of [0, 1, 2]) {
    model.sheet(
      [
        [back + 92, belly + 30 + page * 4],
        [front - 90, belly + 16 + page * 4],
        [front - 20 + page * 6, belly + 20 + page * 4],
      ],
      left + 110,
      right - 70,
      PAPER,
      (pen) => (page === 2 ? letter(pen, width - 180, 250, true) : undefined),
    )
  }
  model
    .box([left, head, back], [right, head + 40, front], accent === 'top' ? dark : body)
    .on('front', (pen) => pen.rect(0, 30, width, 10, { fill: dark.plain }))
  model.box([left + 6, head + 40, back + 4], [right - 6, head + 48, front - 6], dark)
  const lid = head + 48
  model
    .prism(
      'x',
      [
        [back + 4, lid],
        [front - 14, lid],
        [front - 14, lid + 22, 10],
        [40, lid + 26],
        [-10, lid + 74, 20],
        [back + 4, lid + 74, 20],
      ],
      left + 6,
      right - 96,
      body,
    )
    .onSlope([40, lid + 26], [front - 14, lid + 22], (pen) =>
      seam(
        pen,
        [
          [30, 16],
          [width - 140, 16],
        ],
        body,
      ),
    )
  model.sheet(
    [
      [back - 30, lid + 168],
      [back + 60, lid + 108],
      [-14, lid + 70],
    ],
    left + 60,
    right - 150,
    PAPER,
    (pen) => letter(pen, 210, 190, true),
  )
  // The screen is tilted toward a person in front of the machine, a line of text lies flat on its front.
  const [from, reach] = display === 'keys' ? [right - 150, 16] : [right - 170, 62]
  model
    .prism(
      'x',
      [
        [front, head + 6],
        [front + reach - 4, head - 8],
        [front + reach, head + 2],
        [front + 4, head + 44],
      ],
      from,
      right - 8,
      dark,
    )
    .onSlope([front + 4, head + 44], [front + reach, head + 2], (pen) => {
      if (display === 'keys') panelKeys(pen.at(10, 8), 122, 28, dark)
      else panelScreen(pen.at(6, 4), 150, 62)
    })
  const closeUp = view === 'detail' ? { closeUp: { at: [right - 96, head + 30, front + 30] as const, zoom: 3 } } : {}
  const body3 = [width, 380, lid + 74] as const
  return {
    model: traits.stand === true && !closeUp.closeUp ? onStand() : model,
    viewpoint: viewpointOf(view),
    body: body3,
    ...closeUp,
  }

  /** The machine on a cabinet with wheels. */
  function onStand(): Model {
    const stand = new Model()
    stand.box([left + 16, 32, back + 16], [right - 16, STAND, front - 16], trim).on('front', (pen) => {
      pen.rect(14, 10, width - 60, STAND - 52, { line: trim.line, weight: FINE_LINE }, 4)
      grip(pen, width / 2 - 66, 22, 100, 15, trim)
    })
    for (const x of [left + 30, right - 54]) {
      for (const z of [back + 60, front - 50]) stand.cylinder('x', [z, 16], 16, x, x + 24, BLACK)
    }
    return stand.place(model, [0, STAND, 0])
  }
}
