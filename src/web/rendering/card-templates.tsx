import { pictureFiles } from '#contracts/pictures'
import { cardFacts } from '#contracts/specifications'
import { formatMoney, groupDigits } from '#platform/shared-kernel/money'
import { ShopProductCard, type ShopProductCardProps } from '../app/shop-product-card.tsx'
import { picturesOf, savingOf, tagsOf } from '../features/catalog/product-details.ts'
import { centsOf, formatPrice } from '../lib/format.ts'
import { productImagePath } from '../lib/image-path.ts'
import { isLongPrice } from '../ui/price.tsx'
import { paths } from '../lib/paths.ts'
import { renderApart, escapeText } from './templates.tsx'

/** A product card, byte for byte as React renders it. */
export interface CardMarkup {
  readonly html: string
  /** The link that loads its picture early, which belongs to the top of the page; empty for a picture that can wait. */
  readonly preload: string
}

export type RenderCard = (card: ShopProductCardProps) => CardMarkup

/** The shapes of one shop are some dozens; ratings and tags make a few hundred. One takes 7 kB. */
const MAX_SHAPES = 400

/**
 * The texts of a made-up product. They stand in the rendered markup where those of a real product belong, and look like
 * nothing else in it.
 */
const MARKERS = {
  id: 987654321,
  brand: 'zzBrand',
  name: 'zzName',
  facts: 'zzFacts',
  picture: '/images/products/zzPicture',
  uploaded: '/images/products/abcdefabcdefabcdefabcdef',
  price: '98765.40',
  longPrice: '1234567.80',
  originalPrice: '2345679.90',
  reviewCount: 7654321,
}
/** Longer markers come first, because some contain others. */
const MARKER =
  /zzBrand zzName|zzBrand|zzName|zzFacts|\/images\/products\/zzPicture|\/images\/products\/(?:abcdef){4}|\/products\/987654321|\$98,765\.40|\$1,234,567\.80|\$2,345,679\.90|\$2,246,914\.50|\$1,111,112\.10|7,654,321|7654321/g

/** What a card shows of its product that takes work to find out. */
interface Shown {
  readonly facts: string
  readonly picture: string
  readonly saving: ReturnType<typeof savingOf>
  readonly beginsWithBrand: boolean
}

type CardProduct = ShopProductCardProps['product']
type ValueOf = (product: CardProduct, shown: Shown) => string

/** Markup cut at its markers: texts[0], the value of places[0], texts[1] and so on. */
interface Template {
  readonly texts: readonly string[]
  /** Numbers of values: a name stands in a card six times and is escaped once. */
  readonly places: readonly number[]
  readonly values: readonly ValueOf[]
}

/**
 * Renders product cards from templates. React takes 290 µs of processor for a card and a list has 24 of them; here React
 * renders one card per shape (what is shown, where, with which tags and stars), and each further one is put together from
 * its texts in 3 µs. Nothing is kept per product, so a list whose products were never shown before costs no more. The
 * test compares the cards with those of React.
 */
export function createCardTemplates(): RenderCard {
  const templates = new Map<string, Template>()
  return (card) => {
    const shown = shownOf(card.product)
    const shape = shapeOf(card, shown)
    let template = templates.get(shape)
    if (template === undefined) {
      if (templates.size >= MAX_SHAPES) templates.clear()
      template = renderTemplate(card, shown)
      templates.set(shape, template)
    }
    const html = fill(template, card.product, shown)
    const start = html.indexOf('<article')
    return { preload: html.slice(0, start), html: html.slice(start) }
  }
}

function shownOf(product: CardProduct): Shown {
  const { brand = '', name } = product
  return {
    facts: cardFacts(product),
    picture: productImagePath(picturesOf(product)[0] ?? ''),
    saving: savingOf(product),
    beginsWithBrand: brand !== '' && name.startsWith(`${brand} `),
  }
}

/** Everything that decides about a card's markup, apart from its texts. */
function shapeOf({ product, ...place }: ShopProductCardProps, shown: Shown): string {
  return JSON.stringify([
    place,
    product.inStock,
    product.rating,
    Math.min(product.reviewCount, 2),
    shown.saving !== null,
    isLongPrice(centsOf(product.price)),
    tagsOf({ tags: product.tags ?? [] }),
    shown.picture === '' ? product.category : pictureFiles(shown.picture).map(({ width }) => width),
    shown.beginsWithBrand,
    shown.facts !== '',
  ])
}

function renderTemplate(card: ShopProductCardProps, { facts, picture, saving, beginsWithBrand }: Shown): Template {
  const { product } = card
  const files = pictureFiles(picture)
  const specimen: CardProduct = {
    ...product,
    id: MARKERS.id,
    brand: MARKERS.brand,
    name: beginsWithBrand ? `${MARKERS.brand} ${MARKERS.name}` : MARKERS.name,
    image:
      picture === '' ? '' : files.length === 0 ? MARKERS.picture : `${MARKERS.uploaded}-${files.at(-1)?.width}.webp`,
    images: [],
    specifications: facts === '' ? {} : { Type: MARKERS.facts },
    price: isLongPrice(centsOf(product.price)) ? MARKERS.longPrice : MARKERS.price,
    originalPrice: saving === null ? null : MARKERS.originalPrice,
    reviewCount: product.reviewCount < 2 ? product.reviewCount : MARKERS.reviewCount,
  }
  const html = renderApart(<ShopProductCard {...card} product={specimen} />)
  const markers: readonly string[] = html.match(MARKER) ?? []
  const distinct = [...new Set(markers)]
  return {
    texts: html.split(MARKER),
    places: markers.map((marker) => distinct.indexOf(marker)),
    values: distinct.map((marker) => VALUES[marker] ?? (() => '')),
  }
}

function fill({ texts, places, values }: Template, product: CardProduct, shown: Shown): string {
  const found = values.map((valueOf) => valueOf(product, shown))
  let html = texts[0] ?? ''
  for (const [at, place] of places.entries()) html += (found[place] ?? '') + (texts[at + 1] ?? '')
  return html
}

function savedOf(_product: CardProduct, { saving }: Shown): string {
  return saving === null ? '' : formatMoney(saving.savedCents)
}

/** What stands in a product's card for each marker. */
const VALUES: Readonly<Record<string, ValueOf>> = {
  [MARKERS.brand]: ({ brand = '' }) => escapeText(brand),
  [MARKERS.name]: ({ brand = '', name }, { beginsWithBrand }) =>
    escapeText(beginsWithBrand ? name.slice(brand.length + 1) : name),
  [`${MARKERS.brand} ${MARKERS.name}`]: ({ name }) => escapeText(name),
  [MARKERS.facts]: (_product, { facts }) => escapeText(facts),
  [MARKERS.picture]: (_product, { picture }) => escapeText(picture),
  [MARKERS.uploaded]: (_product, { picture }) => picture.replace(/-\d+\.webp$/, ''),
  [`/products/${MARKERS.id}`]: (product) => paths.product(product),
  '$98,765.40': ({ price }) => formatPrice(price),
  '$1,234,567.80': ({ price }) => formatPrice(price),
  '$2,345,679.90': ({ originalPrice }) => formatPrice(originalPrice ?? ''),
  '$2,246,914.50': savedOf,
  '$1,111,112.10': savedOf,
  '7,654,321': ({ reviewCount }) => groupDigits(reviewCount),
  '7654321': ({ reviewCount }) => String(reviewCount),
}
