import type { Material } from './casings.ts'
import type { Pen } from './pen.ts'
import type { Point2 } from './space.ts'

/** Letters of strokes on a grid 4 wide and 6 high: points as two digits (x, y), lines apart by a bar. */
const LETTERS: Readonly<Record<string, string>> = {
  A: '06 20 46|13 33',
  B: '00 06 36 45 44 33 03|33 42 41 30 00',
  C: '41 30 10 01 05 16 36 45',
  D: '00 06 26 44 42 20 00',
  E: '40 00 06 46|03 33',
  F: '40 00 06|03 33',
  G: '41 30 10 01 05 16 36 45 43 23',
  H: '00 06|40 46|03 43',
  I: '20 26',
  J: '40 45 36 16 05',
  K: '00 06|40 03 46',
  L: '00 06 46',
  M: '06 00 23 40 46',
  N: '06 00 46 40',
  O: '10 30 41 45 36 16 05 01 10',
  P: '06 00 30 41 42 33 03',
  Q: '10 30 41 45 36 16 05 01 10|24 46',
  R: '06 00 30 41 42 33 03|23 46',
  S: '41 30 10 01 02 13 33 44 45 36 16 05',
  T: '00 40|20 26',
  U: '00 05 16 36 45 40',
  V: '00 26 40',
  W: '00 16 22 36 40',
  X: '00 46|40 06',
  Y: '00 23 40|23 26',
  Z: '00 40 06 46',
  '0': '10 30 41 45 36 16 05 01 10',
  '1': '11 20 26',
  '2': '01 10 30 41 42 06 46',
  '3': '00 40 23 33 44 45 36 16 05',
  '4': '36 30 04 44',
  '5': '40 00 03 33 44 45 36 06',
  '6': '40 20 03 05 16 36 45 44 33 03',
  '7': '00 40 16',
  '8': '13 02 01 10 30 41 42 33 13 04 05 16 36 45 44 33',
  '9': '43 13 02 01 10 30 41 43 26',
  '-': '13 33',
}
const PITCH = 5.6
const GRID_HEIGHT = 6

const LIGHT_PRINT = '#cfc9bb'

function isDark({ plain }: Material): boolean {
  return Number.parseInt(plain.slice(1, 3), 16) < 0x70
}

/** How wide a name is at a height. */
export function plateWidth(name: string, height: number): number {
  return name.length * PITCH * (height / GRID_HEIGHT)
}

/** A model's name in plain strokes on the casing. What is no letter, digit or hyphen leaves a gap. */
export function namePlate(pen: Pen, x: number, y: number, height: number, name: string, material: Material): void {
  const size = height / GRID_HEIGHT
  const lines = [...name.toUpperCase()].flatMap((letter, at) =>
    (LETTERS[letter] ?? '')
      .split('|')
      .filter((line) => line !== '')
      .map((line) =>
        line
          .split(' ')
          .map(([column, row]): Point2 => [x + (at * PITCH + Number(column)) * size, y + Number(row) * size]),
      ),
  )
  if (lines.length > 0) pen.strokes(lines, isDark(material) ? LIGHT_PRINT : material.line)
}
