import { comparedMillsOf } from '../domain/cost-per-page.ts'
import {
  CHOICES,
  choiceOf,
  FACET_NAMES,
  FACETS,
  type Choice,
  type FacetName,
  type FacetValue,
} from '../domain/product-facets.ts'
import type { SearchFields } from '../persistence/product.repository.ts'
import { beginningOf } from '../domain/words.ts'
import { CATEGORIES, IMPLIED, MODEL_LETTERS, READERS, SCAN_SPEED, type FacetReader } from './facet-words.ts'
import { readSpecifications } from './specifications.ts'

type Values = readonly FacetValue[]
type Facted = Pick<
  SearchFields,
  'name' | 'category' | 'specifications' | 'features' | 'description' | 'pageYield' | 'supplyColor' | 'costPerPage'
>

interface Statement {
  readonly reader: FacetReader
  readonly values: Values
}

/** Of these a product has several, and none excludes another. */
const MANY_VALUED: ReadonlySet<FacetName> = new Set(['connection', 'function'])
/** Of these a product has the last of all values that are mentioned: the largest paper, the highest speed. */
const GREATEST: ReadonlySet<FacetName> = new Set(['paper', 'speed'])
const ALL_READERS = [...READERS, SCAN_SPEED]
const NOTHING: readonly Statement[] = []
/** The first sentences of a description say what the product is. */
const MOST_SENTENCES = 4
const MOST_KNOWN = 5000
/** Most facts are stated by many products in the same words. */
const known = new Map<string, readonly Statement[]>()

/**
 * What a product can be chosen by, out of its facts. Where these say nothing of a facet, its name and its features count,
 * then the description of a product without facts, and the letters of its number. The words are in `facet-words.json`.
 */
export function facetsOf(product: Facted): readonly Choice[] {
  const { facts, remarks } = readSpecifications(product.specifications)
  const statements = facts.flatMap(([name, value]) => statementsOf(name, value))
  const category = CATEGORIES.get(product.category)
  const found = new Set<Choice>(category?.is)
  const isOf = (name: FacetName) => category === undefined || category.facets.some((each) => each === name)
  const add = ({ name }: FacetReader, values: Values) => {
    if (isOf(name))
      for (const value of GREATEST.has(name) ? greatestOf(name, values) : values) {
        const choice = choiceOf(name, value)
        found.add(category?.means.get(choice) ?? choice)
      }
  }
  /** The facets of which something says what the product has, or has not. */
  const said = new Set<FacetName>()
  /** Those of which a fact says it. */
  const stated = new Set<FacetName>()
  for (const reader of READERS) {
    const own = statements.filter((statement) => statement.reader === reader)
    const values =
      own.length > 0 ? own.flatMap((statement) => statement.values) : valuesInTexts(reader, product, remarks)
    add(reader, [...values, ...alsoIn(reader, product)])
    if (own.length > 0) stated.add(reader.name)
    if (own.length > 0 || values.length > 0) said.add(reader.name)
  }
  const prints = () =>
    found.has('function=print') || FACETS.technology.some((value) => found.has(choiceOf('technology', value)))
  for (const reader of READERS) {
    // Of several connections the name has one, and the description the others.
    if (stated.has(reader.name) || (said.has(reader.name) && !MANY_VALUED.has(reader.name))) continue
    if (reader.name === 'paper' && !prints()) continue
    const values = sentencesOf(product).flatMap((text) => reader.ofText(text))
    add(reader, values)
    if (values.length > 0) said.add(reader.name)
  }
  // Whatever has a technology of printing prints.
  if (prints() && isOf('function')) found.add('function=print')
  if (!found.has('function=print'))
    add(
      SCAN_SPEED,
      statements.flatMap(({ reader, values }) => (reader === SCAN_SPEED ? values : [])),
    )
  for (const { name, choice } of unsaidOf(product, found)) if (isOf(name) && !said.has(name)) found.add(choice)
  // A drawer of 16 × 16 inches is no paper.
  if (!prints() && !found.has('function=scan') && !stated.has('paper'))
    for (const value of FACETS.paper) found.delete(choiceOf('paper', value))
  for (const choice of choicesOfFields(product)) found.add(choice)
  return CHOICES.filter((choice) => found.has(choice))
}

const PRINTERS = 'printers'
/** The letters behind the number of a printer: "L3770CDW", "M607n", "C500/DN". */
const LETTERS = /(?<!\d)\d{3,}(?:\/|-)?([cdfnw]|a(?=d)){1,6}[ei]?(?![\p{L}\d])/iu

/** What a product has although nothing says so: by the letters of its number, and by what else it has. */
function unsaidOf(
  { name, category }: Facted,
  found: ReadonlySet<Choice>,
): readonly { readonly name: FacetName; readonly choice: Choice }[] {
  const [model = ''] = category === PRINTERS ? (LETTERS.exec(name) ?? []) : []
  const ofModel = [...model.toLowerCase()].flatMap((letter) => MODEL_LETTERS.get(letter) ?? [])
  const implied = IMPLIED.flatMap(({ category: only = category, has, means }) =>
    only === category && found.has(has) && !ofModel.includes(means) ? [means] : [],
  )
  return [...ofModel, ...implied].map((choice) => ({ name: facetOf(choice), choice }))
}

/** What the name and the features say more closely than a fact. */
function alsoIn(reader: FacetReader, { name, features }: Facted): Values {
  const { readsAlso } = reader
  if (readsAlso.length === 0) return []
  return [name, ...features].flatMap((text) => reader.ofText(text).filter((value) => readsAlso.includes(value)))
}

/** Where a supplier gives no specifications, the description says what the product is. */
function sentencesOf({ description, specifications }: Facted): readonly string[] {
  if (Object.keys(specifications).length > 0) return []
  return beginningOf(description)
    .split(/[.!?]\s/)
    .slice(0, MOST_SENTENCES)
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
  const statements = ALL_READERS.flatMap((reader) => {
    const values = reader.ofFact(name, value)
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

function facetOf(choice: Choice): FacetName {
  const found = FACET_NAMES.find((name) => choice.startsWith(`${name}=`))
  if (found === undefined) throw new Error(`no facet has the choice ${choice}`)
  return found
}
