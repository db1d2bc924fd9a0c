import { letter, photo, testPage } from '../artwork.ts'
import { panelKeys, panelScreen } from '../artwork-screens.ts'
import { BLACK, CYAN, GLASS, KEY, MAGENTA, PAPER, YELLOW } from '../casings.ts'
import { FINE_LINE } from '../svg.ts'
import { Model } from '../model.ts'
import { namePlate, plateWidth } from '../name-plate.ts'
import type { Pen } from '../pen.ts'
import { around, type Point2 } from '../space.ts'
import { grip, lid, mains, ports, ratingPlate, seam, vents } from './fittings.ts'
import { viewpointOf, type Look, type ModelView } from './view.ts'
import { cartridges, bottles } from './inkjet-supplies.ts'

interface InkjetShape {
  readonly feeder: boolean
  readonly tank: boolean
  /** What it prints and how far the sheet has come out, instead of the test page. */
  readonly print?: { readonly course: readonly Point2[]; readonly draw: (pen: Pen, width: number) => void }
}

/** How high a paper cassette below the machine is. */
const CASSETTE = 46

/** An all-in-one for the home: scanner on top, paper from behind. */
export function inkjet(look: Look): ModelView {
  return look.view === 'detail' ? cartridges(look) : allInOne(look, { feeder: false, tank: false })
}

/** An all-in-one for the office: with a document feeder and a cassette. */
export function officeInkjet(look: Look): ModelView {
  return look.view === 'detail' ? cartridges(look) : allInOne(look, { feeder: true, tank: false })
}

/** A printer that is filled from bottles, with windows to its tanks. */
export function tankInkjet(look: Look): ModelView {
  return look.view === 'detail' ? bottles(look) : allInOne(look, { feeder: look.variant > 1, tank: true })
}

/** The machine itself, for pictures that need it at work on something of their own. */
export function allInOne({ palette, view, variant, traits = {} }: Look, shape: InkjetShape): ModelView {
  const { body, trim, dark } = palette
  const { tank, print } = shape
  const { feeder = shape.feeder, trays = 0, display, accent, plate = '' } = traits
  const { panel: place = tank || feeder ? 'right' : 'middle', rearPaper = !feeder } = traits
  const model = new Model()
  const width = 430 - (feeder ? 0 : variant * 12)
  const [left, right, back, front] = [-width / 2, width / 2, -165, 165]
  const belly = 98 + (feeder ? 24 : variant * 4)
  const head = belly + 42
  const open = view === 'open'
  model.box([left + 30, 0, back + 24], [right - 30, 7, front - 24], BLACK)
  model
    .box([left, 7, back], [right, belly, front], body, 26)
    .on('front', (pen) => {
      pen.recess(76, 12, width - (tank ? 186 : 152), belly - 26, 90, dark)
      if (feeder) pen.recess(90, belly - 50, width - 180, 36, 60, dark)
      if (!tank) return
      if (traits.twinTanks === true) {
        pen.rect(16, 30, 44, belly - 48, { fill: BLACK.plain, line: body.line, weight: FINE_LINE }, 8)
        pen.rect(24, 40, 28, belly - 68, { fill: '#f6f3ec' }, 4).rect(24, 62, 28, belly - 90, { fill: '#33312d' }, 4)
      }
      pen.rect(width - 98, 14, 76, belly - 32, { fill: BLACK.plain, line: body.line, weight: FINE_LINE }, 8)
      ;[CYAN, MAGENTA, YELLOW, KEY].forEach((ink, at) => {
        const full = around([0.62, 0.8, 0.5, 0.72], at)
        const tall = belly - 52
        pen.rect(width - 91 + at * 16.4, 24, 13, tall, { fill: '#f6f3ec' }, 3)
        pen.rect(
          width - 91 + at * 16.4,
          24 + tall * (1 - full),
          13,
          tall * full,
          { fill: ink === KEY ? '#33312d' : ink },
          3,
        )
      })
    })
    .on('right', (pen) =>
      seam(
        pen,
        [
          [26, belly - 32],
          [304, belly - 32],
        ],
        body,
      ),
    )
    .on('left', (pen) =>
      seam(
        pen,
        [
          [26, belly - 32],
          [304, belly - 32],
        ],
        body,
      ),
    )
    .on('back', (pen) => {
      pen.rect(110, 12, width - 200, belly - 36, { line: body.line, weight: FINE_LINE }, 8)
      vents(pen, 130, 24, width - 240, belly - 62, 4, body.shade)
      mains(pen, 30, belly - 54)
      ratingPlate(pen, width - 84, belly - 60)
    })
  model
    .box([left, belly, back], [right, head, front], accent === 'top' ? dark : body, 26)
    .on('front', (pen) => {
      seam(
        pen,
        [
          [26, 5],
          [width - 26, 5],
        ],
        body,
      )
      const at = place === 'left' ? width - 30 - plateWidth(plate, 14) : 30
      namePlate(pen, at, 16, 14, plate, accent === 'top' ? dark : body)
    })
    .on('back', (pen) => ports(pen.at(34, 4, 0.32), 0, 0))
    .on('top', (pen) => {
      if (!open) return
      pen.rect(34, 46, width - 68, 246, { fill: dark.plain, line: body.line, weight: FINE_LINE }, 8)
      pen.rect(50, 58, width - 100, 222, { fill: GLASS.plain, line: dark.line, weight: FINE_LINE }, 3)
      pen.shape(
        [
          [70, 280],
          [170, 58],
          [220, 58],
          [120, 280],
        ],
        { fill: GLASS.lit },
      )
      pen.rect(width / 2 - 6, 58, 12, 222, { fill: YELLOW })
    })
  // The panel stands a little out of the front, a tilted one above it.
  const panel = display === 'tilted' ? 168 : 134
  const panelLeft = { left: left + 40, middle: -panel / 2, right: right - 60 - panel }[place]
  const panelTop: Point2 = display === 'tilted' ? [front - 10, head + 30] : [front - 2, head - 2]
  model
    .prism(
      'x',
      [[front - 6, belly + 4], [front + 8, belly + 2], [front + 16, belly + 14], [...panelTop]],
      panelLeft,
      panelLeft + panel,
      dark,
    )
    .onSlope(panelTop, [front + 16, belly + 14], (pen) => {
      if (display === 'tilted') panelScreen(pen.at(panel * 0.24, 5), panel * 0.52, 56)
      else if (display === 'keys') panelKeys(pen.at(panel * 0.26, 5), panel * 0.48, 20, dark)
      else panelScreen(pen.at(panel * 0.3, 3), panel * 0.4, 24)
      pen.circle(panel * 0.14, 15, 6, { fill: dark.lit }).circle(panel * 0.14, 15, 2.4, { fill: CYAN })
      pen.circle(panel * 0.86, 15, 6, { fill: YELLOW })
    })
  const flap = lid([back + 22, head], open ? 58 : 0, 296, 17)
  const top = model.prism(
    'x',
    [[...flap[0]], [...flap[1]], [...flap[2], 9], [...flap[3], 9]],
    left + 8,
    right - 8,
    feeder ? trim : accent === 'top' ? dark : body,
  )
  if (open) {
    top.onSlope(flap[1], flap[0], (pen) => {
      pen.rect(24, 16, width - 64, 250, { fill: '#ffffff', line: body.line, weight: FINE_LINE }, 6)
      pen.rect(24, 16, width - 64, 250, { fill: '#ffffff' }, 6)
    })
  } else {
    top.on('top', (pen) => pen.rect(22, 20, width - 60, 246, { line: body.shade, weight: FINE_LINE }, 10))
  }
  if (feeder && !open) {
    const roof = head + 17
    model.prism(
      'x',
      [
        [back + 24, roof],
        [110, roof],
        [104, roof + 20, 8],
        [-10, roof + 24],
        [-50, roof + 52, 14],
        [back + 24, roof + 52, 14],
      ],
      left + 14,
      right - 110,
      body,
    )
    model.sheet(
      [
        [back - 14, roof + 122],
        [back + 50, roof + 78],
        [-52, roof + 46],
      ],
      left + 56,
      right - 152,
      PAPER,
      (pen) => letter(pen, 208, 170, true),
    )
  }
  if (rearPaper && !open) {
    // Paper waiting in the rear feed, on its support.
    model.prism(
      'x',
      [
        [back - 62, head + 102],
        [back - 54, head + 104],
        [back + 12, head - 6],
        [back + 4, head - 10],
      ],
      -124,
      124,
      trim,
    )
    model.sheet(
      [
        [back - 52, head + 118],
        [back + 16, head + 2],
      ],
      -104,
      104,
      PAPER,
    )
  }
  const trayLeft = left + 76
  const trayRight = right - (tank ? 110 : 76)
  const floor = 22
  model.prism(
    'x',
    [
      [front - 20, floor - 6],
      [front + 96, floor - 4, 5],
      [front + 96, floor + 4, 3],
      [front - 20, floor + 2],
    ],
    trayLeft + 14,
    trayRight - 14,
    trim,
  )
  const pageWidth = trayRight - trayLeft - 54
  const course = print?.course ?? [
    [front - 12, belly - 46],
    [front + 24, floor + 28],
    [front + 74, floor + 12],
    [front + 112, floor + 14],
  ]
  model.sheet(course, trayLeft + 27, trayRight - 27, PAPER, (pen) => {
    if (print) print.draw(pen, pageWidth)
    else if (variant === 1) photo(pen, pageWidth, 124, variant)
    else testPage(pen, pageWidth, 132, true)
  })
  const lift = trays * CASSETTE
  const whole = lift === 0 ? model : onCassettes()
  return { model: whole, viewpoint: viewpointOf(view), body: [width, 330, head + 17 + lift + (feeder ? 52 : 0)] }

  /** The machine on its cassettes, each with a grip. */
  function onCassettes(): Model {
    const stack = new Model()
    const material = accent === 'front' ? dark : trim
    for (let tray = 0; tray < trays; tray += 1) {
      stack
        .box([left + 6, CASSETTE * tray, back + 6], [right - 6, CASSETTE * (tray + 1), front - 4], material)
        .on('front', (pen) => grip(pen, (width - 12) / 2 - 46, 14, 92, 16, material))
    }
    return stack.place(model, [0, lift, 0])
  }
}
