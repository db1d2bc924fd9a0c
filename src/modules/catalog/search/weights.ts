import type { Choice } from '../domain/product-facets.ts'
import { beginningOf, numberFormsOf, wordsOf } from '../domain/words.ts'
import type { SearchFields } from '../persistence/product-mapping.ts'
import { facetsOf } from './facets-of.ts'
import { PARTS } from './facet-words.ts'
import { perFact, perText } from './known-texts.ts'
import { isQuiet } from './measures-of.ts'
import { mayNegate, takeNegations } from './negations.ts'
import { contains } from './phrases.ts'
import { cachedFormsOf, formsOf, plainFormsOf } from './search-forms.ts'
import { readSpecifications } from './specifications.ts'
import { foundByName, impliedWordsOf, wordsForChoices } from './synonyms.ts'

/** The weight of a word by its field; descriptions count least and are searched only when nothing else matches. */
export const WEIGHT = {
  name: 9,
  sku: 8,
  brand: 7,
  /** As much as the name, so that any printer is as good a "printer" as one that is called so. */
  category: 9,
  tag: 4,
  feature: 3,
  fits: 2,
  specification: 2,
  description: 1,
} as const

/** Of a description, and of specifications in one text, so many words are found: they say first what matters. */
const MAX_WORDS_OF_TEXT = 40
/** What a fact with one of these names says is what the product is, as its tags do. */
const KINDS = new Set(['type', 'kind', 'technology'])
/** A fact that says yes, or how, is found by its name ("Duplex printing: Automatic"). */
const YES = new Set(
  ['yes automatic auto supported included integrated standard built', 'ja automatisch vorhanden'].flatMap((words) =>
    words.split(' '),
  ),
)
/** A fact that says no is not found at all. */
const NO = new Set(
  ['no none not manual without optional n false', 'nein kein keine ohne nicht manuell'].flatMap((words) =>
    words.split(' '),
  ),
)

/** What can be bought in addition does not say what a product has. */
const OPTIONAL = /\b(?:option|optional|optionally|sold separately|accessory)\b/iu

/** A word under which a product is found, and how much it counts. */
type Weighed = readonly [form: string, weight: number]

/** Words with how much each counts. A word may be among them several times: the most that it counts is meant. */
export class WeighedWords {
  readonly words: string[] = []
  readonly weights: number[] = []

  add(word: string, weight: number): void {
    this.words.push(word)
    this.weights.push(weight)
  }

  /** Lists alone: V8 makes an object of every step through what may be a set, too. */
  addAll(words: readonly string[], weight: number): void {
    for (const word of words) this.add(word, weight)
  }

  addWeighed(weighed: readonly Weighed[]): void {
    for (const [word, weight] of weighed) this.add(word, weight)
  }

  clear(): void {
    this.words.length = 0
    this.weights.length = 0
  }
}

/**
 * The words under which a product is found, each with the weight of its most important field.
 * @param choices what it can be chosen by; it is found by the words for that, too, however its facts put it
 */
export function weightsOf(
  product: SearchFields,
  choices: readonly Choice[] = facetsOf(product),
): ReadonlyMap<string, number> {
  const { words, weights } = weighWords(product, { choices, quiet: isQuiet(product) }, new WeighedWords())
  const greatest = new Map<string, number>()
  for (const [i, word] of words.entries()) {
    const weight = weights[i] ?? 0
    if ((greatest.get(word) ?? 0) < weight) greatest.set(word, weight)
  }
  return greatest
}

/**
 * Reads the features, models and facts of a product one by one. To weigh its words then finds them read
 * (`known-texts.ts`): of the longest texts that are possible, reading all takes some 50 ms.
 */
export function* readTexts({ features, fits, specifications }: SearchFields): Iterable<void> {
  for (const feature of features) yield void featureOf(feature)
  for (const model of fits) yield void cachedFormsOf(model)
  if (typeof specifications === 'string') return
  for (const [name, value] of readSpecifications(specifications).facts) yield void factOf(name, value)
}

/**
 * Adds the same words to others, which leaves less to collect than a map of each product; `quiet` says that the product
 * states how loud it is, and that is not loud.
 * @returns `into`
 */
export function weighWords(
  product: SearchFields,
  { choices, quiet }: { readonly choices: readonly Choice[]; readonly quiet: boolean },
  into: WeighedWords,
): WeighedWords {
  if (product.sku !== null) into.addAll(numberFormsOf(product.sku), WEIGHT.sku)
  into.addAll(formsOf(product.name), WEIGHT.name)
  into.addAll(cachedFormsOf(product.brand), WEIGHT.brand)
  into.addAll(cachedFormsOf(product.category), WEIGHT.category)
  for (const tag of product.tags) into.addAll(cachedFormsOf(tag), WEIGHT.tag)
  for (const feature of product.features) {
    const { forms, weight } = featureOf(feature)
    into.addAll(forms, weight)
  }
  for (const model of product.fits) into.addAll(cachedFormsOf(model), WEIGHT.fits)
  if (typeof product.specifications === 'string')
    into.addWeighed(weighed(plainFormsOf(statedIn(product.specifications), MAX_WORDS_OF_TEXT), WEIGHT.specification))
  else
    for (const [name, value] of readSpecifications(product.specifications).facts) into.addWeighed(factOf(name, value))
  into.addAll(wordsForChoices(choices, product.category), WEIGHT.specification)
  if (quiet) into.add('quiet', WEIGHT.specification)
  // Where a supplier gives no specifications, the description says what the product is.
  const isOnlyText = Object.keys(product.specifications).length === 0
  if (isOnlyText) {
    const forms = plainFormsOf(assertedIn(beginningOf(product.description)), MAX_WORDS_OF_TEXT)
    into.addWeighed(weighed(forms, WEIGHT.specification))
  } else into.addAll(plainFormsOf(product.description, MAX_WORDS_OF_TEXT), WEIGHT.description)
  return into
}

/** A number alone ("1200 dpi") says little, and would be found for parts of model numbers. */
function weighed(forms: readonly string[], weight: number): readonly Weighed[] {
  return forms.map((form) => [form, isNumber(form) ? WEIGHT.description : weight])
}

const featureOf = perText((feature) => ({
  forms: formsOf(assertedIn(feature)),
  weight: OPTIONAL.test(feature) ? WEIGHT.description : WEIGHT.feature,
}))

/** What specifications in one text say a product is, has and can. */
function statedIn(specifications: string): string {
  const { facts, remarks } = readSpecifications(specifications)
  const stated = facts.flatMap(([name, value]) => (isDenied(value) ? [] : [`${name} ${assertedIn(value)}`]))
  return [...stated, ...remarks.map(assertedIn)].join(', ')
}

/** What a fact says a product is, has and can. */
const factOf = perFact((name, value): readonly Weighed[] => {
  if (isDenied(value)) return []
  const words = wordsOf(value)
  const [first = ''] = words
  const weight = KINDS.has(name.toLowerCase()) ? WEIGHT.tag : WEIGHT.specification
  const texts: string[] = []
  // "Built-in rechargeable battery" says more than that there is one.
  if (!YES.has(first) || words.length > 1) texts.push(value)
  if (YES.has(first) || isFoundByName(name)) texts.push(name)
  return texts.flatMap((text) => weighed(plainFormsOf(text, MAX_WORDS_OF_TEXT), weight))
})

/** However the name is put: "Vorlageneinzug" is a feeder. */
function isFoundByName(name: string): boolean {
  const words = wordsOf(name)
  const all = [...words, ...impliedWordsOf(words)]
  return foundByName().some((phrase) => contains(all, phrase))
}

/** Whether a fact with this value says that there is none. */
function isDenied(value: string): boolean {
  const [first = 'no'] = wordsOf(value)
  return NO.has(first)
}

/** A text without what it says is not there: "USB, without Wi-Fi" is not found by wifi. */
function assertedIn(text: string): string {
  if (!mayNegate(text)) return text
  return text
    .split(PARTS)
    .map((part) => takeNegations(part, []).words)
    .join(', ')
}

function isNumber(form: string): boolean {
  return /^\d+$/.test(form)
}
