import { YELLOW } from '../casings.ts'
import { picture } from '../draw-product.ts'
import { UNITS } from '../svg.ts'
import type { Illustration } from './illustration.ts'
import { pageScenes } from './page-scenes.ts'
import { shopScenes } from './shop-scenes.ts'

export type IllustrationName = keyof typeof shopScenes | keyof typeof pageScenes

const SCENES: Readonly<Record<IllustrationName, Illustration>> = { ...shopScenes, ...pageScenes }

export const ILLUSTRATION_NAMES = Object.keys(SCENES) as readonly IllustrationName[]

/** Draws a scene as a standalone SVG with a transparent background. */
export function drawIllustration(name: IllustrationName): string {
  const { title, build, viewpoint, width, height, halftone } = SCENES[name]
  const marks = build()
    .seenFrom(viewpoint)
    .toSvg({ left: 24, top: 24, width: width - 48, height: height - 52 })
  return picture(width, height, title, dots(...halftone) + marks)
}

/** A round field of halftone dots that fades to its edge: round line ends without a line, one path for every size. */
function dots(x: number, y: number, radius: number): string {
  const grid = 14
  const sizes = new Map<number, string>()
  for (let row = -Math.ceil(radius / grid); row * grid <= radius; row += 1) {
    for (let column = -Math.ceil(radius / grid); column * grid <= radius; column += 1) {
      const [a, b] = [(column + (row % 2 === 0 ? 0 : 0.5)) * grid, row * grid]
      const size = Math.round(7 * Math.sqrt(Math.max(0, 1 - Math.hypot(a, b) / radius)))
      if (size < 2) continue
      sizes.set(size, `${sizes.get(size) ?? ''}M${Math.round((x + a) * UNITS)} ${Math.round((y + b) * UNITS)}h0`)
    }
  }
  const paths = [...sizes].map(([size, data]) => `<path d="${data}" stroke-width="${size * UNITS}"/>`).join('')
  return `<g stroke="${YELLOW}" opacity=".55">${paths}</g>`
}
