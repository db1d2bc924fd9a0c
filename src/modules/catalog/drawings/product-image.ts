import { demoProducts } from '../demo/demo-catalogue.ts'
import { drawProduct, VIEWS, type View } from './draw-product.ts'
import { illustrationImage } from './scenes/draw-illustration.ts'
import { around } from './space.ts'

const VIEW_WORDS: Readonly<Record<View, string>> = {
  front: 'from the front',
  open: 'at work',
  back: 'from behind',
  detail: 'in detail',
}

const drawn = new Map<string, string>()
const sources = new Map(
  demoProducts.flatMap((product) =>
    product.images.map((fileName, at) => [fileName, { product, view: around(VIEWS, at) }] as const),
  ),
)

/**
 * The drawing behind a file name under /images/products/ or /images/illustrations/, such as
 * `hp-laserjet-pro-m404dn-front.svg` or `not-found.svg`: a standalone SVG, or null when there is no such picture. Drawn at
 * the first call and kept; the names are a closed set.
 */
export function productImage(fileName: string): string | null {
  const source = sources.get(fileName)
  if (!source) return illustrationImage(fileName)
  const kept = drawn.get(fileName)
  if (kept !== undefined) return kept
  const { product, view } = source
  const svg = drawProduct(product.drawing, view, `${product.name}, ${VIEW_WORDS[view]}`)
  drawn.set(fileName, svg)
  return svg
}
