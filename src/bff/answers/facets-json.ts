import type { PanelOrder, UnderstoodFacets } from '#modules/catalog'
import { presentReading } from '../presenters/product.ts'
import { partOf, PartsWriter, type Part } from './parts-writer.ts'

/** How many texts are known as bytes, and how long they may be; some are what visitors choose. */
const [MAX_KNOWN, MAX_KNOWN_LENGTH] = [2000, 64]
const [CLOSE, CLOSE_BOTH, CLOSE_LIST] = [partOf('}'), partOf('}}'), partOf('}]')]
const TOTAL = partOf('{"total":')
const IN_STOCK = partOf(',"inStock":')
const CHOICES = partOf(',"choices":{')
const MORE_BRANDS = partOf(',"moreBrands":')

/**
 * Writes the JSON of the filter panel's counts as bytes. Beside the counts it is the same parts again and again, which
 * are known as bytes.
 * @param order in which the counts stand
 * @returns what writes the JSON of `presentFacets`
 */
export function createFacetsWriter(order: PanelOrder): (counted: UnderstoodFacets) => Buffer {
  const writer = new PartsWriter()
  /** What stands before the count of a choice: of the first one, of the first one of its facet, and of others. */
  const choiceParts = order.choices.map(({ facet, value }) => ({
    facet,
    first: partOf(`"${facet}":{"${value}":`),
    firstOfFacet: partOf(`},"${facet}":{"${value}":`),
    further: partOf(`,"${value}":`),
  }))
  const shortcutParts = order.shortcuts.map((name, i) => partOf(`${i === 0 ? ',"shortcuts":{' : ','}"${name}":`))
  const brandParts = createNamedParts('brands', 'brand')
  const rangeParts = createNamedParts('priceRanges', 'range')
  const categoryParts = createNamedParts('categories', 'category')

  function addChoices(counts: UnderstoodFacets['choices']): void {
    writer.add(CHOICES)
    let before: string | null = null
    for (let place = 0; place < counts.length; place++) {
      const count = counts[place] as number | null
      if (count === null) continue
      const { facet, first, firstOfFacet, further } = choiceParts[place] as (typeof choiceParts)[number]
      writer.add(facet === before ? further : before === null ? first : firstOfFacet)
      writer.addCount(count)
      before = facet
    }
    writer.add(before === null ? CLOSE : CLOSE_BOTH)
  }

  function addShortcuts(counts: UnderstoodFacets['shortcuts']): void {
    for (let i = 0; i < shortcutParts.length; i++) {
      writer.add(shortcutParts[i] as Part)
      writer.addCount(counts[i] ?? 0)
    }
    writer.add(CLOSE)
  }

  function addList<Each extends { readonly count: number }>(
    parts: NamedParts,
    all: readonly Each[],
    nameOf: (each: Each) => string,
  ): void {
    for (let i = 0; i < all.length; i++) {
      const each = all[i] as Each
      writer.add(parts.before(nameOf(each), i))
      writer.addCount(each.count)
    }
    writer.add(parts.endOf(all.length))
  }

  return ({ total, inStock, choices, shortcuts, brands, moreBrands, priceRanges, categories, models, reading }) => {
    writer.add(TOTAL)
    writer.addCount(total)
    writer.add(IN_STOCK)
    writer.addCount(inStock)
    addChoices(choices)
    addShortcuts(shortcuts)
    addList(brandParts, brands, ({ brand }) => brand)
    if (moreBrands > 0) {
      writer.add(MORE_BRANDS)
      writer.addCount(moreBrands)
    }
    addList(rangeParts, priceRanges, ({ range }) => range)
    addList(categoryParts, categories, ({ category }) => category)
    if (models !== undefined) writer.add(partOf(`,"models":${JSON.stringify(models)}`))
    if (reading !== undefined) writer.add(partOf(`,"reading":${JSON.stringify(presentReading(reading))}`))
    writer.add(CLOSE)
    return writer.take()
  }
}

/** A list of objects, each of a name and a count. */
interface NamedParts {
  /** What stands before a count. @param place of the name in the list */
  before(name: string, place: number): Part
  /** What stands behind the last count of a list of so many. */
  endOf(length: number): Part
}

function createNamedParts(list: string, field: string): NamedParts {
  const known = { first: new Map<string, Part>(), further: new Map<string, Part>() }
  const empty = partOf(`,"${list}":[]`)
  return {
    before(name, place) {
      const parts = place === 0 ? known.first : known.further
      const found = parts.get(name)
      if (found !== undefined) return found
      const made = partOf(`${place === 0 ? `,"${list}":[` : '},'}{"${field}":${JSON.stringify(name)},"count":`)
      if (name.length > MAX_KNOWN_LENGTH) return made
      if (parts.size >= MAX_KNOWN) parts.clear()
      parts.set(name, made)
      return made
    },
    endOf: (length) => (length === 0 ? empty : CLOSE_LIST),
  }
}
