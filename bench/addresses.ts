import { seededRandom, type Random } from './random.ts'
import { BRANDS, CATEGORIES, syntheticProduct } from './synthetic.ts'

/** Gives one address after the other. */
export type Addresses = () => string

const PAGE_SIZE = 24
const SORTS = ['featured', 'price-low', 'price-high', 'name', 'rating'] as const
const PRICE_RANGES = ['under-100', '100-300', '300-500', 'over-500'] as const
const CONNECTIONS = ['wifi', 'ethernet', 'usb', 'bluetooth'] as const
const IN_STOCK = 'inStock=true'

/** Addresses that a kept answer can serve: these few, again and again. */
export interface HotAddresses {
  readonly lists: Addresses
  readonly details: Addresses
  readonly facets: Addresses
  readonly searches: Addresses
  readonly listingPages: Addresses
  readonly productPages: Addresses
}

/** Addresses that no kept answer can serve: each is given once in the life of the object. */
export interface VariedAddresses extends HotAddresses {
  readonly searchesWithTypos: Addresses
  readonly searchesForNothing: Addresses
  readonly suggestions: Addresses
}

export function hotAddresses(): HotAddresses {
  const filters = ['', ...CATEGORIES.map((category) => `category=${category}`), 'inStock=true&sort=price-low']
  const numbers = Array.from({ length: 12 }, (_, index) => index * 50 + 50)
  const searches = [...BRANDS.slice(0, 6), 'LaserWriter', 'duplex', 'Hazel PhotoCraft', 'SYN-77', 'label printer']
  return {
    lists: roundRobin(filters.map((filter) => `/api/products?limit=${PAGE_SIZE}${filter && `&${filter}`}`)),
    details: roundRobin(numbers.map((number) => `/api/products/${number}`)),
    facets: roundRobin(
      filters.map((filter) => `/api/products/facets${filter && `?${filter}`}`.replace(/&sort=.*/, '')),
    ),
    searches: roundRobin(searches.map((term) => searchAddress(term))),
    listingPages: roundRobin(filters.map((filter) => `/products${filter && `?${filter}`}`)),
    productPages: roundRobin(numbers.map((number) => `/products/${number}`)),
  }
}

/** @param count how many synthetic products the shop has */
export function variedAddresses(count: number): VariedAddresses {
  const random = seededRandom(count)
  const pages = count > 10_000 ? 100 : 3
  const product = () => syntheticProduct(1 + random.below(count))
  const words = () => {
    const { name, category, features } = product()
    return [...name.split(' '), category.replaceAll('-', ' '), ...features.join(' ').split(' ')]
  }
  // A shop of 1,000 products has no more than 1,000 product pages: they come in turn there.
  const numbers = roundRobin(Array.from({ length: count }, (_, index) => String(1 + ((index * 7_919) % count))))
  const once = (make: () => string): Addresses => neverTwice(make)
  return {
    lists: once(() => `/api/products?limit=${PAGE_SIZE}${listing(random)}${offset(random.below(pages))}`),
    details: () => `/api/products/${numbers()}`,
    facets: once(
      () => `/api/products/facets?${filters(random)}${random.below(6) === 0 ? searched(words(), random) : ''}`,
    ),
    // One in five has words of two products, which seldom any product has together: fewer words are found then.
    searches: once(() => searchAddress(someOf(random.below(5) === 0 ? [...words(), ...words()] : words(), random))),
    searchesWithTypos: once(() =>
      searchAddress(
        someOf(
          words().map((word) => misspelled(word, random)),
          random,
        ),
      ),
    ),
    searchesForNothing: once(() => searchAddress(`${madeUpWord(random)} ${madeUpWord(random)}`)),
    // Half begin a name, half have words of all that is known of a product, the last of them begun.
    suggestions: once(() => {
      const { name, description, features } = product()
      const named = name.split(' ').slice(random.below(3)).join(' ')
      const told = `${description} ${features.join(' ')}`.split(' ').slice(random.below(12)).join(' ')
      const typed = random.below(2) === 0 ? named : told
      return `/api/search-suggestions?q=${encodeURIComponent(typed.slice(0, 3 + random.below(12)).trim())}`
    }),
    listingPages: once(() => `/products?${listing(random).slice(1)}&page=${1 + random.below(pages)}`),
    productPages: () => `/products/${numbers()}`,
  }
}

export interface ReadyAddresses {
  readonly next: Addresses
  /** Makes addresses until so many are ready. */
  make(count: number): void
}

/**
 * Addresses that are made before the clock runs. To make one takes 5 to 16 µs of the process that asks, which is up to a
 * quarter of what it can do, and the yardstick, which is asked for "/", would not pay that.
 */
export function madeAhead(addresses: Addresses): ReadyAddresses {
  const ready: string[] = []
  return {
    next: () => ready.pop() ?? addresses(),
    make(count) {
      while (ready.length < count) ready.push(addresses())
    },
  }
}

function roundRobin(addresses: readonly string[]): Addresses {
  let next = 0
  return () => addresses[next++ % addresses.length] ?? '/'
}

/** @throws Error when no new address is found anymore: repeating one would measure a kept answer */
function neverTwice(make: () => string): Addresses {
  const given = new Set<string>()
  return () => {
    for (let tries = 0; tries < 10_000; tries += 1) {
      const address = make()
      if (given.has(address)) continue
      given.add(address)
      return address
    }
    throw new Error(`There are no more than ${given.size} different addresses of this kind`)
  }
}

function listing(random: Random): string {
  const sort = random.below(6) === 0 ? '' : `&sort=${random.of(SORTS)}`
  return `&${filters(random)}${sort}`
}

/**
 * Three to eight of the twelve brands and at most three further filters, so that most pages are full: millions of
 * different questions.
 */
function filters(random: Random): string {
  const wanted = 3 + random.below(6)
  const brands = new Set<string>()
  while (brands.size < wanted) brands.add(random.of(BRANDS))
  const further = random.of([
    [],
    [IN_STOCK],
    [categoryOf(random)],
    [priceOf(random)],
    [ownPriceOf(random)],
    [ownPriceOf(random), IN_STOCK],
    [categoryOf(random), IN_STOCK],
    [priceOf(random), connectionOf(random)],
    [categoryOf(random), priceOf(random)],
    [categoryOf(random), connectionOf(random), IN_STOCK],
  ])
  // In the order of the alphabet, as the shop's own pages ask: two orders of the same brands are the same list.
  const chosen = BRANDS.filter((brand) => brands.has(brand)).map((brand) => `brand=${brand}`)
  return [...chosen, ...further].join('&')
}

function categoryOf(random: Random): string {
  return `category=${random.of(CATEGORIES)}`
}

function priceOf(random: Random): string {
  return `price=${random.of(PRICE_RANGES)}`
}

/** Limits in dollars that somebody types. */
function ownPriceOf(random: Random): string {
  const least = 30 + random.below(500)
  return `price=${random.of([`${least}-${least + 100 + random.below(400)}`, `from-${least}`, `up-to-${least + 200}`])}`
}

function connectionOf(random: Random): string {
  return `connection=${random.of(CONNECTIONS)}`
}

function offset(page: number): string {
  return page === 0 ? '' : `&offset=${page * PAGE_SIZE}`
}

function searched(words: readonly string[], random: Random): string {
  return `&search=${encodeURIComponent(someOf(words, random))}`
}

function searchAddress(term: string): string {
  return `/api/products?limit=${PAGE_SIZE}&search=${encodeURIComponent(term)}`
}

/** One to three of the words of one product, in any order. */
function someOf(words: readonly string[], random: Random): string {
  return Array.from({ length: 1 + random.below(3) }, () => random.of(words)).join(' ')
}

/** A slip of the finger: one letter dropped, doubled, exchanged with its neighbor or hit beside. */
function misspelled(word: string, random: Random): string {
  if (word.length < 5) return word
  const at = 1 + random.below(word.length - 2)
  const [before, letter, after] = [word.slice(0, at), word.slice(at, at + 1), word.slice(at + 1)]
  return random.of([
    before + after,
    before + letter + letter + after,
    before + after.slice(0, 1) + letter + after.slice(1),
    `${before}${random.of([...'aeioustn'])}${after}`,
  ])
}

function madeUpWord(random: Random): string {
  const syllables = Array.from(
    { length: 3 + random.below(2) },
    () => random.of([...'bdfgkmpvxz']) + random.of([...'aeiou']),
  )
  return syllables.join('')
}
