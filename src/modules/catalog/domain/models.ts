import type { Product } from './product.ts'
import { fold, slugOf } from './words.ts'

/** A model that supplies fit, sold here or not. */
export interface Model {
  /** By which it is the same however suppliers write it, and which stands in addresses: "brother-hl-l2310d". */
  readonly slug: string
  readonly name: string
}

/** A model as one text: the slug, which has no space, and the name. */
export function modelText({ slug, name }: Model): string {
  return `${slug} ${name}`
}

/** The model that a text of `modelText` is of. */
export function modelIn(text: string): Model {
  const end = text.indexOf(' ')
  return { slug: text.slice(0, end), name: text.slice(end + 1) }
}

/** Who makes what supplies fit: a model that begins with one of them needs no brand before it. */
const MAKERS: ReadonlySet<string> = new Set([
  'apple',
  'avision',
  'bixolon',
  'brother',
  'canon',
  'citizen',
  'custom',
  'dell',
  'develop',
  'dnp',
  'dymo',
  'epson',
  'fujifilm',
  'fujitsu',
  'godex',
  'honeywell',
  'hp',
  'intermec',
  'kodak',
  'konica',
  'kyocera',
  'lexmark',
  'minolta',
  'mitsubishi',
  'nashuatec',
  'oki',
  'olivetti',
  'panasonic',
  'pantum',
  'philips',
  'plustek',
  'primera',
  'ricoh',
  'riso',
  'samsung',
  'sato',
  'sharp',
  'star',
  'toshiba',
  'triumph',
  'tsc',
  'utax',
  'xerox',
  'zebra',
])

/** The models that a supply fits, each once; a name without a maker is of the supply's own brand, if that makes any. */
export function modelsOf({ fits, brand }: Pick<Product, 'fits' | 'brand'>): readonly Model[] {
  const models = new Map<string, Model>()
  for (const text of fits) {
    const name = nameOf(text.replaceAll(/\s+/gu, ' ').trim(), brand)
    const slug = slugOf(name)
    if (!models.has(slug)) models.set(slug, { slug, name })
  }
  return [...models.values()]
}

/** Who makes a model: the first word of its name. */
export function makerOf(name: string): string {
  return name.split(' ', 1)[0] ?? ''
}

function nameOf(text: string, brand: string): string {
  const isNamed = fold(text).startsWith(`${fold(brand)} `) || MAKERS.has(fold(makerOf(text)))
  return isNamed || !MAKERS.has(fold(makerOf(brand))) ? text : `${brand} ${text}`
}
