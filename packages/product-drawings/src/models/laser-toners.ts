import { BLACK, CYAN, KEY, MAGENTA, STEEL, tinted, YELLOW } from '../casings.ts'
import { FINE_LINE } from '../svg.ts'
import { Model } from '../model.ts'
import { type Look, type ModelView } from './view.ts'

/** The toners beside each other, out of the machine. */
export function toners({ palette, color }: { readonly palette: Look['palette']; readonly color: boolean }): ModelView {
  const model = new Model()
  const inks = color ? [CYAN, MAGENTA, YELLOW, KEY] : [KEY]
  inks.forEach((ink, at) => {
    const near = at * 92
    const x = at * 26
    const { dark } = palette
    model
      .prism(
        'x',
        [
          [near - 34, 4, 12],
          [near + 26, 4, 18],
          [near + 34, 34, 14],
          [near + 8, 62, 10],
          [near - 34, 62, 14],
        ],
        x - 160,
        x + 160,
        dark,
      )
      .onSlope([near + 8, 62], [near + 34, 34], (pen) => {
        pen.rect(36, 6, 250, 24, { fill: ink === KEY ? '#fbfaf6' : ink }, 4)
        pen.bars(
          [
            [48, 12, 70, 5],
            [48, 21, 110, 3.5],
          ],
          ink === YELLOW || ink === KEY ? KEY : '#ffffff',
        )
        pen.rect(250, 11, 24, 14, { fill: STEEL.lit }, 2)
      })
      .on('top', (pen) => pen.rect(100, 8, 120, 22, { fill: dark.shade, line: dark.line, weight: FINE_LINE }, 8))
    model.cylinder('x', [near + 2, 30], 13, x + 160, x + 176, tinted(ink === KEY ? '#57544d' : ink))
    model.cylinder('x', [near + 2, 30], 8, x + 176, x + 188, STEEL)
    model.box([x - 172, 18, near - 20], [x - 160, 42, near + 12], BLACK)
  })
  return { model, viewpoint: { turn: 30, rise: 33 } }
}
