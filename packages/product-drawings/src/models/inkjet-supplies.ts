import { BLACK, CYAN, KEY, MAGENTA, PAPER, STEEL, tinted, YELLOW } from '../casings.ts'
import { FINE_LINE } from '../svg.ts'
import { Model } from '../model.ts'
import { type Look, type ModelView } from './view.ts'

/** Four ink cartridges in a row, one turned to the front of the others. */
export function cartridges({ variant }: Look): ModelView {
  const model = new Model()
  ;[CYAN, MAGENTA, YELLOW, KEY].forEach((ink, at) => {
    const x = at * 62
    const tall = 128
    const wide = ink === KEY ? 60 : 44
    const color = ink === KEY ? tinted('#3d3b36') : tinted(ink)
    const near = variant % 2 === 0 ? at * 6 : 0
    model
      .prism(
        'x',
        [
          [-70 + near, 0],
          [60 + near, 0, 6],
          [60 + near, tall - 34],
          [40 + near, tall - 34, 4],
          [40 + near, tall, 8],
          [-70 + near, tall, 8],
        ],
        x,
        x + wide,
        BLACK,
      )
      .on('front', (pen) => {
        pen.rect(6, 40, wide - 12, 52, { fill: ink === KEY ? '#fbfaf6' : ink }, 3)
        pen.bars(
          [
            [wide * 0.24, 52, wide * 0.5, 4],
            [wide * 0.24, 60, wide * 0.36, 3],
          ],
          ink === CYAN || ink === MAGENTA ? '#ffffff' : KEY,
        )
        pen.rect(wide / 2 - 9, 108, 18, 9, { fill: YELLOW }, 2)
      })
      .on('right', (pen) => {
        pen.rect(26, 14, 90, 92, { fill: color.plain, line: color.line, weight: FINE_LINE }, 6)
        pen.circle(71, 52, 22, { fill: '#ffffff' }).curve(
          [
            [71, 36],
            [84, 54],
            [82, 66],
            [71, 66],
            [60, 66],
            [58, 54],
            [71, 36],
          ],
          { fill: color.plain },
        )
        pen.bars(
          [
            [46, 88, 50, 4],
            [46, 96, 34, 3],
          ],
          ink === YELLOW ? KEY : '#ffffff',
        )
      })
      .on('top', (pen) => pen.rect(8, 14, wide - 16, 18, { fill: STEEL.shade }, 3))
  })
  return { model, viewpoint: { turn: 38, rise: 24 } }
}

/** Ink bottles beside each other. */
export function bottles({ palette }: Look): ModelView {
  const model = new Model()
  ;[KEY, CYAN, MAGENTA, YELLOW].forEach((ink, at) => {
    const x = at * 74
    const fat = ink === KEY ? 33 : 27
    const tall = ink === KEY ? 122 : 108
    const color = tinted(ink === KEY ? '#33312d' : ink)
    model.cylinder('y', [x, at % 2 === 0 ? 0 : 22], fat, 0, tall, PAPER)
    const z = at % 2 === 0 ? 0 : 22
    model
      .box([x - fat * 0.72, 16, z + fat * 0.7], [x + fat * 0.72, tall - 22, z + fat * 1.02], color, 6)
      .on('front', (pen) => {
        const w = fat * 1.44
        pen.circle(w / 2, 26, w * 0.27, { fill: '#ffffff' })
        pen.curve(
          [
            [w / 2, 16],
            [w * 0.68, 28],
            [w * 0.64, 35],
            [w / 2, 35],
            [w * 0.36, 35],
            [w * 0.32, 28],
            [w / 2, 16],
          ],
          { fill: color.plain },
        )
        pen.bars(
          [
            [w * 0.2, 50, w * 0.6, 4],
            [w * 0.2, 58, w * 0.4, 3],
          ],
          ink === YELLOW ? KEY : '#ffffff',
        )
      })
    model.cylinder('y', [x, z], fat * 0.62, tall, tall + 12, palette.dark)
    model.cylinder('y', [x, z], fat * 0.42, tall + 12, tall + 44, color)
  })
  return { model, viewpoint: { turn: 14, rise: 20 } }
}
