import { comparedMillsOf } from '../domain/cost-per-page.ts'
import { CHOICES, choiceOf, FACETS, type Choice, type FacetName, type FacetValue } from '../domain/product-facets.ts'
import type { SearchFields } from '../persistence/product.repository.ts'
import { CATEGORIES, READERS, SCAN_SPEED, type FacetReader } from './facet-words.ts'
import { readSpecifications } from './specifications.ts'
import { spelledWordsOf } from './synonyms.ts'

type Values = readonly FacetValue[]
type Facted = Pick<
  SearchFields,
  'name' | 'category' | 'specifications' | 'features' | 'pageYield' | 'supplyColor' | 'costPerPage'
>

interface Statement {
  readonly reader: FacetReader
  readonly values: Values
}

/** Of these a product has the last of all values that are mentioned: the largest paper, the highest speed. */
const GREATEST: ReadonlySet<FacetName> = new Set(['paper', 'speed'])
const ALL_READERS = [...READERS, SCAN_SPEED]
const NOTHING: readonly Statement[] = []
const MOST_KNOWN = 5000
/** Most facts are stated by many products in the same words. */
const known = new Map<string, readonly Statement[]>()

/**
 * What a product can be chosen by, out of its facts. Where these say nothing of a facet, its name and its features
 * count. The words are in `facet-words.json`.
 */
export function facetsOf(product: Facted): readonly Choice[] {
  const { facts, remarks } = readSpecifications(product.specifications)
  const statements = facts.flatMap(([name, value]) => statementsOf(name, value))
  const category = CATEGORIES.get(product.category)
  const found = new Set<Choice>(category?.is)
  const add = ({ name }: FacetReader, values: Values) => {
    if (category === undefined || category.facets.includes(name))
      for (const value of GREATEST.has(name) ? greatestOf(name, values) : values) found.add(choiceOf(name, value))
  }
  for (const reader of READERS) {
    const own = statements.filter((statement) => statement.reader === reader)
    add(reader, own.length > 0 ? own.flatMap(({ values }) => values) : valuesInTexts(reader, product, remarks))
  }
  // Whatever has a technology of printing prints.
  if (FACETS.technology.some((value) => found.has(choiceOf('technology', value)))) found.add('function=print')
  if (!found.has('function=print'))
    add(
      SCAN_SPEED,
      statements.flatMap(({ reader, values }) => (reader === SCAN_SPEED ? values : [])),
    )
  for (const choice of choicesOfFields(product)) found.add(choice)
  return CHOICES.filter((choice) => found.has(choice))
}

/** The least of each class: mills of a page, and pages. */
const PAGE_COSTS = [
  ['5-up', 50],
  ['2-4', 20],
  ['under-2', 0],
] as const satisfies readonly (readonly [FacetValue<'pageCost'>, number])[]
const YIELDS = [
  ['5000-up', 5000],
  ['2000-4999', 2000],
  ['500-1999', 500],
  ['under-500', 0],
] as const satisfies readonly (readonly [FacetValue<'yield'>, number])[]

/** What needs no reading: a supply's color and yield, and what a page of a machine costs. */
function choicesOfFields({ costPerPage, supplyColor, pageYield }: Facted): readonly Choice[] {
  const mills = comparedMillsOf(costPerPage)
  const cost = mills === null ? undefined : PAGE_COSTS.find(([, least]) => mills >= least)?.[0]
  const pages = pageYield === null ? undefined : YIELDS.find(([, least]) => pageYield >= least)?.[0]
  return [
    ...(cost === undefined ? [] : [choiceOf('pageCost', cost)]),
    ...(supplyColor === null ? [] : [choiceOf('ink', supplyColor)]),
    ...(pages === undefined ? [] : [choiceOf('yield', pages)]),
  ]
}

function statementsOf(name: string, value: string): readonly Statement[] {
  const key = `${name}\n${value}`
  const before = known.get(key)
  if (before !== undefined) return before
  const words = spelledWordsOf(name)
  const statements = ALL_READERS.flatMap((reader) => {
    const values = reader.ofFact(words, value)
    return values === null ? [] : [{ reader, values }]
  })
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(key, statements.length === 0 ? NOTHING : statements)
  return statements
}

function valuesInTexts(reader: FacetReader, { name, features }: Facted, remarks: readonly string[]): Values {
  const texts = [...(reader.readsName ? [name] : []), ...(reader.readsFeatures ? features : []), ...remarks]
  return texts.flatMap((text) => reader.ofText(text))
}

function greatestOf(name: FacetName, values: Values): Values {
  const greatest = (FACETS[name] as Values).findLast((value) => values.includes(value))
  return greatest === undefined ? [] : [greatest]
}
