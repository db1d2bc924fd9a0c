import { panelScreen } from '../artwork-screens.ts'
import { photo, plan } from '../artwork.ts'
import { CYAN, KEY, MAGENTA, PAPER, STEEL, tinted, YELLOW } from '../casings.ts'
import { FINE_LINE } from '../svg.ts'
import { Model } from '../model.ts'
import { mains, ports, seam, vents } from './fittings.ts'
import { viewpointOf, type Look, type ModelView } from './view.ts'

/** A printer for plans and posters on its stand. */
export function largeFormat({ palette, view, variant }: Look): ModelView {
  const { body, trim, dark } = palette
  const model = new Model()
  const width = 760 + variant * 60
  const [left, right] = [-width / 2, width / 2]
  const foot = 380
  const poster = variant > 0
  for (const x of [left + 90, right - 114]) {
    model.box([x, 0, -130], [x + 24, 16, 130], dark, 6)
    model.box([x + 4, 16, -20], [x + 20, foot, 20], STEEL)
  }
  model.box([left + 108, 70, -8], [right - 108, 84, 8], STEEL)
  const tall = foot + 150
  model
    .prism(
      'x',
      [
        [-110, foot, 12],
        [100, foot, 16],
        [100, foot + 84],
        [50, tall, 30],
        [-110, tall, 24],
      ],
      left,
      right,
      body,
    )
    .onSlope([50, tall], [100, foot + 84], (pen) => {
      pen.recess(110, 52, width - 230, 20, 20, dark)
      panelScreen(pen.at(width - 104, 12), 82, 46)
    })
    .on('front', (pen) => {
      seam(
        pen,
        [
          [96, 80],
          [96, 150],
        ],
        body,
      )
      seam(
        pen,
        [
          [width - 112, 66],
          [width - 112, 150],
        ],
        body,
      )
      ;[CYAN, MAGENTA, YELLOW, KEY].forEach((fill, at) =>
        pen.rect(
          20 + at * 18,
          94,
          13,
          34,
          { fill: fill === KEY ? '#33312d' : fill, line: body.line, weight: FINE_LINE },
          3,
        ),
      )
    })
    .on('back', (pen) => {
      pen.recess(100, 40, width - 200, 84, 60, dark)
      mains(pen, 20, 100)
      ports(pen.at(width - 60, 24, 0.9), 0, 0)
    })
    .on('left', (pen) => vents(pen, 60, 60, 90, 50, 6, body.line))
    .on('right', (pen) => vents(pen, 60, 60, 90, 50, 6, body.line))
  if (view === 'back') model.cylinder('x', [-132, foot + 70], 34, left + 110, right - 110, PAPER)
  for (const x of [left + 96, right - 110]) model.box([x, foot + 40, -150], [x + 14, foot + 96, -110], trim)
  const print = width - 250
  const hang = view === 'open' ? 250 : 190
  model.sheet(
    [
      [96, foot + 92],
      [122, foot + 78],
      [134, foot + 40],
      [130, foot - hang * 0.5],
      [118, foot - hang],
    ],
    -print / 2,
    print / 2,
    PAPER,
    (pen) => {
      if (poster) photo(pen.at(0, 24), print, hang + 70, variant - 1, 0.05)
      else plan(pen.at(0, 16), print, hang + 78)
    },
  )
  if (view === 'open') model.cylinder('y', [right + 60, 90], 20, 0, 300, PAPER)
  if (view === 'open') model.cylinder('y', [right + 60, 90], 21, 120, 140, tinted(MAGENTA))
  const closeUp = view === 'detail' ? { closeUp: { at: [left + 78, foot + 62, 100] as const, zoom: 4 } } : {}
  return {
    model,
    viewpoint: view === 'detail' ? { turn: -24, rise: 22 } : { ...viewpointOf(view), rise: 15 },
    ...closeUp,
  }
}
