import { comparedMillsOf } from '../domain/cost-per-page.ts'
import {
  CHOICES,
  choiceOf,
  FACET_NAMES,
  FACETS,
  SEVERAL_VALUED,
  type Choice,
  type FactFacetName,
  type FacetName,
  type FacetValue,
} from '../domain/product-facets.ts'
import type { SearchFields } from '../persistence/product-mapping.ts'
import { beginningOf } from '../domain/words.ts'
import {
  CATEGORIES,
  IMPLIED,
  MODEL_LETTERS,
  partsIn,
  facetReaders,
  scanSpeed,
  allReaders,
  type FacetReader,
  type TextPart,
} from './facet-words.ts'
import { perFact, perText } from './known-texts.ts'
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

/** The texts of a product beside its facts and its description. */
interface ProductTexts {
  readonly name: readonly TextPart[]
  readonly features: readonly ReadonlyMap<FacetReader, Values>[]
  readonly remarks: readonly (readonly TextPart[])[]
}

/** Of these a product has the last of all values that are mentioned: the largest paper, the highest speed. */
const GREATEST: ReadonlySet<FacetName> = new Set(['paper', 'speed'])
const PRINTING = FACETS.technology.map((value) => choiceOf('technology', value))
const PAPERS = FACETS.paper.map((value) => choiceOf('paper', value))
const FACET_OF: ReadonlyMap<Choice, FacetName> = new Map(
  FACET_NAMES.flatMap((name) => FACETS[name].map((value) => [choiceOf(name, value), name] as const)),
)
/** The places of the choices in their order. */
const PLACES: ReadonlyMap<Choice, number> = new Map(CHOICES.map((choice, place) => [choice, place]))
/** The first sentences of a description say what the product is. */
const MAX_SENTENCES = 4

/**
 * What a product can be chosen by, out of its facts. Where these say nothing of a facet, its name and its features count,
 * then the description of a product without facts, and the letters of its number. The words are in `facet-words.json`.
 */
export function facetsOf(product: Facted): readonly Choice[] {
  const { facts, remarks } = readSpecifications(product.specifications)
  const statements = statementsIn(facts)
  const category = CATEGORIES.get(product.category)
  const found = new Set<Choice>(category?.is)
  const texts: ProductTexts = {
    name: partsIn(product.name),
    features: product.features.map(valuesOfFeature),
    remarks: remarks.map(partsIn),
  }
  const isOf = (name: FacetName) => category === undefined || category.facets.includes(name as FactFacetName)
  const add = ({ name }: FacetReader, values: Values) => {
    if (values.length === 0 || !isOf(name)) return
    for (const value of GREATEST.has(name) ? greatestOf(name, values) : values) {
      const choice = choiceOf(name, value)
      found.add(category?.means.get(choice) ?? choice)
    }
  }
  /** The facets of which something says what the product has, or has not. */
  const said = new Set<FacetName>()
  /** Those of which a fact says it. */
  const stated = new Set<FacetName>()
  for (const reader of facetReaders()) {
    const own = statements.get(reader)
    const values = own ?? valuesInTexts(reader, texts)
    add(reader, values)
    if (reader.readsAlso.length > 0) add(reader, alsoIn(reader, texts))
    if (own !== undefined) stated.add(reader.name)
    if (own !== undefined || values.length > 0) said.add(reader.name)
  }
  const prints = () => found.has('function=print') || PRINTING.some((choice) => found.has(choice))
  const sentences = sentencesOf(product).map(partsIn)
  if (sentences.length > 0)
    for (const reader of facetReaders()) {
      // Of several connections the name has one, and the description the others.
      if (stated.has(reader.name) || (said.has(reader.name) && !SEVERAL_VALUED.includes(reader.name))) continue
      if (reader.name === 'paper' && !prints()) continue
      const values = sentences.flatMap((parts) => reader.ofParts(parts))
      add(reader, values)
      if (values.length > 0) said.add(reader.name)
    }
  // Whatever has a technology of printing prints.
  if (prints() && isOf('function')) found.add('function=print')
  if (!found.has('function=print')) add(scanSpeed(), statements.get(scanSpeed()) ?? [])
  for (const choice of unsaidOf(product, found)) {
    const name = FACET_OF.get(choice)
    if (name !== undefined && isOf(name) && !said.has(name)) found.add(choice)
  }
  // A drawer of 16 × 16 inches is no paper.
  if (!prints() && !found.has('function=scan') && !stated.has('paper'))
    for (const choice of PAPERS) found.delete(choice)
  addChoicesOfFields(product, found)
  return [...found].sort((one, other) => (PLACES.get(one) ?? 0) - (PLACES.get(other) ?? 0))
}

/** What the facts say of each facet of which they say something. */
function statementsIn(facts: readonly (readonly [name: string, value: string])[]): ReadonlyMap<FacetReader, Values> {
  const statements = new Map<FacetReader, Values>()
  for (const [name, value] of facts)
    for (const { reader, values } of statementsOf(name, value)) {
      const own = statements.get(reader)
      statements.set(reader, own === undefined ? values : [...own, ...values])
    }
  return statements
}

const PRINTERS = 'printers'
/** The letters behind the number of a printer: "L3770CDW", "M607n", "C500/DN". */
const LETTERS = /(?<!\d)\d{3,}(?:\/|-)?([cdfnw]|a(?=d)){1,6}[ei]?(?![\p{L}\d])/iu

/** What a product has although nothing says so: by the letters of its number, and by what else it has. */
function unsaidOf({ name, category }: Facted, found: ReadonlySet<Choice>): readonly Choice[] {
  const [model = ''] = category === PRINTERS ? (LETTERS.exec(name) ?? []) : []
  const unsaid: Choice[] = []
  for (const letter of model.toLowerCase()) {
    const choice = MODEL_LETTERS.get(letter)
    if (choice !== undefined) unsaid.push(choice)
  }
  const ofModel = unsaid.length
  for (const { category: only = category, has, means } of IMPLIED)
    if (only === category && found.has(has) && !unsaid.slice(0, ofModel).includes(means)) unsaid.push(means)
  return unsaid
}

/** What the name and the features say more closely than a fact. */
function alsoIn(reader: FacetReader, { name, features }: ProductTexts): Values {
  const also: FacetValue[] = []
  for (const value of reader.ofParts(name)) if (reader.readsAlso.includes(value)) also.push(value)
  for (const values of features)
    for (const value of values.get(reader) ?? []) if (reader.readsAlso.includes(value)) also.push(value)
  return also
}

/** Where a supplier gives no specifications, the description says what the product is. */
function sentencesOf({ description, specifications }: Facted): readonly string[] {
  if (Object.keys(specifications).length > 0) return []
  return beginningOf(description)
    .split(/[.!?]\s/)
    .slice(0, MAX_SENTENCES)
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
function addChoicesOfFields({ costPerPage, supplyColor, pageYield }: Facted, found: Set<Choice>): void {
  const mills = comparedMillsOf(costPerPage)
  const cost = mills === null ? undefined : PAGE_COSTS.find(([, least]) => mills >= least)?.[0]
  const pages = pageYield === null ? undefined : YIELDS.find(([, least]) => pageYield >= least)?.[0]
  if (cost !== undefined) found.add(choiceOf('pageCost', cost))
  if (supplyColor !== null) found.add(choiceOf('ink', supplyColor))
  if (pages !== undefined) found.add(choiceOf('yield', pages))
}

const statementsOf = perFact((name, value): readonly Statement[] =>
  allReaders().flatMap((reader) => {
    const values = reader.ofFact(name, value)
    return values === null ? [] : [{ reader, values }]
  }),
)

/** What a feature means of each facet. */
const valuesOfFeature = perText((feature): ReadonlyMap<FacetReader, Values> => {
  const parts = partsIn(feature)
  return new Map(facetReaders().map((reader) => [reader, reader.ofParts(parts)]))
})

function valuesInTexts(reader: FacetReader, { name, features, remarks }: ProductTexts): Values {
  const found: FacetValue[] = []
  if (reader.readsName) found.push(...reader.ofParts(name))
  if (reader.readsFeatures)
    for (const values of features) for (const value of values.get(reader) ?? []) found.push(value)
  for (const parts of remarks) found.push(...reader.ofParts(parts))
  return found
}

function greatestOf(name: FacetName, values: Values): Values {
  const greatest = (FACETS[name] as Values).findLast((value) => values.includes(value))
  return greatest === undefined ? [] : [greatest]
}
