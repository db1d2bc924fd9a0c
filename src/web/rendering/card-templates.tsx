import { pictureFiles } from '#contracts/pictures'
import { cardFacts } from '#contracts/specifications'
import { formatMoney } from '#platform/money'
import { ShopProductCard, type ShopProductCardProps } from '../app/shop-product-card.tsx'
import { picturesOf, savingOf, tagsOf } from '../features/catalog/product-details.ts'
import { formatPrice } from '../lib/format.ts'
import { productImagePath } from '../lib/image-path.ts'
import { paths } from '../lib/paths.ts'
import { drawApart, escapeText } from './templates.tsx'

/** A product card, byte for byte as React draws it. */
export interface CardMarkup {
  readonly html: string
  /** The link that loads its picture early, which belongs to the top of the page; empty for a picture that can wait. */
  readonly preload: string
}

export type DrawCard = (card: ShopProductCardProps) => CardMarkup

/** The shapes of one shop are some dozens; ratings and tags make a few hundred. One takes 7 kB. */
const MOST_SHAPES = 400

/**
 * The texts of a made-up product. They stand in the drawn markup where those of a real product belong, and look like
 * nothing else in it.
 */
const MARKERS = {
  id: 987654321,
  brand: 'zzBrand',
  name: 'zzName',
  facts: 'zzFacts',
  picture: '/images/products/zzPicture',
  uploaded: '/images/products/abcdefabcdefabcdefabcdef',
  price: '1234567.80',
  originalPrice: '2345679.90',
  reviewCount: 7654321,
}
/** Longer markers come first, because some contain others. */
const MARKER =
  /zzBrand zzName|zzBrand|zzName|zzFacts|\/images\/products\/zzPicture|\/images\/products\/(?:abcdef){4}|\/products\/987654321|\$1,234,567\.80|\$2,345,679\.90|\$1,111,112\.10|7,654,321|7654321/g

/** Markup cut at its markers: texts[0], marker[0], texts[1] and so on. */
interface Template {
  readonly texts: readonly string[]
  readonly markers: readonly string[]
}

/**
 * Draws product cards from templates. React takes 290 µs of processor for a card and a list has 24 of them; here React
 * draws one card per shape (what is shown, where, with which tags and stars), and each further one is put together from
 * its texts in 3 µs. Nothing is kept per product, so a list whose products were never shown before costs no more. The
 * test compares the cards with those of React.
 */
export function createCardTemplates(): DrawCard {
  const templates = new Map<string, Template>()
  return (card) => {
    const shape = shapeOf(card)
    let template = templates.get(shape)
    if (template === undefined) {
      if (templates.size >= MOST_SHAPES) templates.clear()
      template = drawTemplate(card)
      templates.set(shape, template)
    }
    const html = fill(template, card)
    const start = html.indexOf('<article')
    return { preload: html.slice(0, start), html: html.slice(start) }
  }
}

/** Everything that decides about a card's markup, apart from its texts. */
function shapeOf({ product, ...place }: ShopProductCardProps): string {
  return JSON.stringify([
    place,
    product.inStock,
    product.rating,
    Math.min(product.reviewCount, 2),
    savingOf(product) !== null,
    tagsOf({ tags: product.tags ?? [] }),
    pictureOf(product) === '' ? product.category : pictureFiles(pictureOf(product)).map(({ width }) => width),
    beginsWithBrand(product),
    cardFacts(product) !== '',
  ])
}

function drawTemplate(card: ShopProductCardProps): Template {
  const { product } = card
  const picture = pictureOf(product)
  const files = pictureFiles(picture)
  const specimen: ShopProductCardProps['product'] = {
    ...product,
    id: MARKERS.id,
    brand: MARKERS.brand,
    name: beginsWithBrand(product) ? `${MARKERS.brand} ${MARKERS.name}` : MARKERS.name,
    image:
      picture === '' ? '' : files.length === 0 ? MARKERS.picture : `${MARKERS.uploaded}-${files.at(-1)?.width}.webp`,
    images: [],
    specifications: cardFacts(product) === '' ? {} : { Type: MARKERS.facts },
    price: MARKERS.price,
    originalPrice: savingOf(product) === null ? null : MARKERS.originalPrice,
    reviewCount: product.reviewCount < 2 ? product.reviewCount : MARKERS.reviewCount,
  }
  const html = drawApart(<ShopProductCard {...card} product={specimen} />)
  return { texts: html.split(MARKER), markers: html.match(MARKER) ?? [] }
}

function fill({ texts, markers }: Template, { product }: ShopProductCardProps): string {
  const values = valuesOf(product)
  let html = texts[0] ?? ''
  for (const [index, marker] of markers.entries()) html += (values[marker] ?? '') + (texts[index + 1] ?? '')
  return html
}

/** What stands in a product's card for each marker. */
function valuesOf(product: ShopProductCardProps['product']): Readonly<Record<string, string>> {
  const { brand = '', name, reviewCount } = product
  const picture = pictureOf(product)
  const saving = savingOf(product)
  return {
    [MARKERS.brand]: escapeText(brand),
    [MARKERS.name]: escapeText(beginsWithBrand(product) ? name.slice(brand.length + 1) : name),
    [`${MARKERS.brand} ${MARKERS.name}`]: escapeText(name),
    [MARKERS.facts]: escapeText(cardFacts(product)),
    [MARKERS.picture]: escapeText(picture),
    [MARKERS.uploaded]: picture.replace(/-\d+\.webp$/, ''),
    [`/products/${MARKERS.id}`]: paths.product(product),
    '$1,234,567.80': formatPrice(product.price),
    '$2,345,679.90': formatPrice(product.originalPrice ?? ''),
    '$1,111,112.10': saving === null ? '' : formatMoney(saving.savedCents),
    '7,654,321': reviewCount.toLocaleString('en-US'),
    '7654321': String(reviewCount),
  }
}

function pictureOf(product: ShopProductCardProps['product']): string {
  return productImagePath(picturesOf(product)[0] ?? '')
}

function beginsWithBrand({ brand = '', name }: ShopProductCardProps['product']): boolean {
  return brand !== '' && name.startsWith(`${brand} `)
}
