import type { Preference } from '../../domain/product-query.ts'
import { wordsOf } from '../../domain/words.ts'
import { Bitmap } from './bitmap.ts'
import type { ProductTable } from './product-table.ts'
import { Ranking, type RankedPage, type RankedQuery } from './ranking.ts'
import {
  anywhere,
  attemptsFor,
  searchesWithoutRarest,
  searchedMeanings,
  type SearchAttempt,
} from '../search-attempts.ts'
import { TextBudgets } from './search-budget.ts'
import { SetRanking } from './set-ranking.ts'
import { MATCHES_READ, suggestedWords, suggestionsFrom, type SuggestedMatch } from '../suggestions.ts'
import { WordMatcher, type Matches } from './word-matcher.ts'

/** The matches of a search, and its words with a space between them. */
interface Found {
  readonly matches: Matches
  readonly search: string
  /** The words that were not left out; null when none was. */
  readonly kept: string | null
}

interface LastSearch {
  readonly text: string
  readonly mayLeaveOut: boolean
  /** Of the words of all products. */
  readonly version: number
  readonly found: Found
}

/** Searches of the products by words: what is found, as a filter, as a ranked page, and as suggestions. */
export class TextSearch {
  readonly #products: ProductTable
  readonly #matcher: WordMatcher
  readonly #ranking: Ranking
  readonly #setRanking: SetRanking
  readonly #foundSet = new Bitmap()
  /** The last search: what it found is valid until the next. */
  #last: LastSearch | null = null

  constructor(products: ProductTable) {
    const featured = products.orders.in('featured')
    this.#products = products
    this.#matcher = new WordMatcher(products.words)
    this.#ranking = new Ranking(products.names, featured)
    this.#setRanking = new SetRanking(products, featured, this.#ranking)
  }

  /** Whether what `prepare` makes is there. */
  get isPrepared(): boolean {
    return this.#matcher.letters.areReady
  }

  /** Makes what the first searches after a change of words would wait for, in pieces of at most some milliseconds. */
  prepare(): Iterable<void> {
    return this.#matcher.letters.prepare(this.#products)
  }

  /**
   * The matches of a text, valid until the next search. The last one is kept, because to read what a search means
   * (`understood-search.ts`) asks for the same search up to four times in a row.
   * @param mayLeaveOut whether the rarest word may be left out when nothing has all of them
   */
  find(text: string, mayLeaveOut: boolean): Found {
    const { version } = this.#products.words
    const last = this.#last
    if (last !== null && last.text === text && last.mayLeaveOut === mayLeaveOut && last.version === version)
      return last.found
    const found = this.#findAnew(text, mayLeaveOut)
    this.#last = { text, mayLeaveOut, version, found }
    return found
  }

  /** Text without words matches nothing. When nothing has all words, the rarest may be left out. */
  #findAnew(text: string, mayLeaveOut: boolean): Found {
    const budgets = new TextBudgets(this.#products.size)
    const find = (attempts: Iterable<SearchAttempt>) => this.#matcher.search(attempts, this.#products, budgets.next())
    const search = wordsOf(text).join(' ')
    const matches = find(attemptsFor(text))
    if (!mayLeaveOut || countOf(matches) > 0) return { matches, search, kept: null }
    const words = searchedMeanings(text)
    const counts = words.length < 2 ? [] : words.map(({ word }) => countOf(find([anywhere(word)])))
    for (const kept of searchesWithoutRarest(text, words, counts)) {
      const fewer = find(attemptsFor(kept))
      if (countOf(fewer) > 0) return { matches: fewer, search: kept, kept }
    }
    return { matches: find([]), search, kept: null }
  }

  /** The matches of a search as a filter; no search filters nothing. */
  asFilter(found: Found | null): readonly Bitmap[] {
    if (found === null) return []
    const { matches } = found
    if ('set' in matches) return [matches.set]
    this.#foundSet.clear()
    for (let i = 0; i < matches.count; i++) this.#foundSet.add(matches.slots[i] as number)
    return [this.#foundSet]
  }

  /** One page of what was found, the best match first. */
  ranked(
    { matches, search }: Found,
    page: Pick<RankedQuery, 'filter' | 'offset' | 'limit'>,
    prefer?: Preference,
  ): RankedPage {
    const { sets } = this.#products
    const preferred = sets.inCategoryNamed(search) ?? (prefer === undefined ? null : sets.preferred(prefer))
    const query = { search, preferred, ...page }
    return 'set' in matches
      ? this.#setRanking.page(matches, query)
      : this.#ranking.page(matches, { ...query, beginning: null })
  }

  /** At most 8 names and brands that begin with or resemble the text, names first; none below 2 characters. */
  suggest(text: string): readonly string[] {
    const words = suggestedWords(text)
    if (words.length === 0) return []
    const found = this.find(text, false)
    const { slots } = this.ranked(found, { filter: null, offset: 0, limit: MATCHES_READ })
    return suggestionsFrom(this.#matchesAt(slots), words)
  }

  /** Each in its turn as the same object: hundreds of them were a third of what suggestions leave to be collected. */
  *#matchesAt(slots: ArrayLike<number>): Iterable<SuggestedMatch> {
    const match = new MatchAtSlot(this.#products)
    for (let i = 0; i < slots.length; i++) {
      match.slot = slots[i] as number
      yield match
    }
  }
}

/** The product at a slot; of most matches only the brand and the category are read. */
class MatchAtSlot implements SuggestedMatch {
  readonly #products: ProductTable
  slot = 0

  constructor(products: ProductTable) {
    this.#products = products
  }

  get name(): string {
    return this.#products.names.valueOf(this.slot)
  }

  get brand(): string {
    return this.#products.sets.brands.valueOf(this.slot)
  }

  get category(): string {
    return this.#products.sets.categories.valueOf(this.slot)
  }
}

function countOf(matches: Matches): number {
  return 'set' in matches ? matches.set.count() : matches.count
}
