import type { Product } from './catalog.ts'

export interface Specification {
  readonly name: string
  readonly value: string
}

/**
 * Specifications as the rows of a table. They come as an object, as JSON text, or as lines of "Key: Value"
 * (specification 1, section 3; specification 2, section 3). Lines of any other kind are the remarks below the table.
 */
export function specificationsOf(product: Pick<Product, 'specifications'>): {
  readonly rows: readonly Specification[]
  readonly remarks: readonly string[]
} {
  const given = product.specifications
  if (typeof given !== 'string') return { rows: rowsOf(given), remarks: [] }
  const read = readJsonObject(given)
  if (read !== null) return { rows: rowsOf(read), remarks: [] }
  const lines = given
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const rows: Specification[] = []
  const remarks: string[] = []
  for (const line of lines) {
    const { name, value } = /^(?<name>[^:]{1,80}):\s+(?<value>.+)$/.exec(line)?.groups ?? {}
    if (name !== undefined && value !== undefined) rows.push({ name: name.trim(), value })
    else remarks.push(line)
  }
  return { rows, remarks }
}

function readJsonObject(text: string): Record<string, unknown> | null {
  if (!text.trimStart().startsWith('{')) return null
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
  } catch {
    return null
  }
}

function rowsOf(record: Readonly<Record<string, unknown>>): Specification[] {
  return Object.entries(record).map(([name, value]) => ({
    name,
    value: typeof value === 'string' ? value : JSON.stringify(value),
  }))
}

const MAX_FACTS = 4
const MAX_CARD_FACTS = 3
/** A line breaks between two facts, and within one that is longer than this; in characters. */
const LONGEST_UNBROKEN = 14
const NBSP = '\u00a0'
/** Longer values are for the table; in characters. */
const LONGEST_FACT = 40

/**
 * What decides about a purchase, most telling first. Each kind of product has names of its own among them (printers a
 * technology, scanners a type), so that one order serves every category.
 */
const FACTS = [
  'Technology',
  'Type',
  'Supply color',
  'Yield',
  'Pack',
  'Suited to',
  'Functions',
  'Largest print',
  'Reads',
  'Screen',
  'Print speed',
  'Scan speed',
  'Speed',
  'Duplex printing',
  'Duplex',
  'Document feeder',
  'Inks',
  'Reading distance',
  'Paper',
  'Works with',
  'Installation',
  'Support',
  'Paper input',
  'Largest page',
  'Connections',
  'Connectivity',
  'Resolution',
].map((name) => name.toLowerCase())

/** Those that are understood without their name. */
const CARD_FACTS = [
  'Technology',
  'Type',
  'Supply color',
  'Yield',
  'Suited to',
  'Duplex printing',
  'Duplex',
  'Largest print',
  'Reads',
  'Screen',
  'Print speed',
  'Scan speed',
  'Speed',
].map((name) => name.toLowerCase())

type Specified = Pick<Product, 'specifications'>

/** Up to four specifications to read before the price is paid. None where a product has nothing to say. */
export function factsOf(product: Specified): readonly Specification[] {
  return choose(product, FACTS)
    .slice(0, MAX_FACTS)
    .map(({ name, value }) => ({ name, value: withShortUnits(value) }))
}

/** The line of facts on a product's card: "Color laser · duplex · 27 ppm"; empty where there are none. */
export function cardFacts(product: Partial<Specified>): string {
  return choose(product, CARD_FACTS)
    .map(shorten)
    .filter((fact) => fact !== '')
    .slice(0, MAX_CARD_FACTS)
    .join(`${NBSP}· `)
}

/** The specifications that a card's line is made of: the line is the same with them alone. */
export function cardSpecifications(product: Specified): Record<string, string> {
  return Object.fromEntries(choose(product, CARD_FACTS).map(({ name, value }) => [name, value]))
}

/** @param names in lower case */
function choose({ specifications = {} }: Partial<Specified>, names: readonly string[]): Specification[] {
  const rows = new Map<string, Specification>()
  for (const row of specificationsOf({ specifications }).rows) {
    const key = row.name.toLowerCase()
    if (!rows.has(key)) rows.set(key, row)
  }
  return names.flatMap((name) => rows.get(name) ?? []).filter(({ value }) => isFact(value))
}

function isFact(value: string): boolean {
  return value.trim() !== '' && value.length <= LONGEST_FACT && !/^(?:no|none|n\/a|-)$/i.test(value.trim())
}

function shorten({ name, value }: Specification): string {
  if (/^duplex/i.test(name)) return /^(?:auto|yes)/i.test(value) ? 'duplex' : ''
  const short = withShortUnits(value)
  return short.length > LONGEST_UNBROKEN ? short : short.replaceAll(' ', NBSP)
}

function withShortUnits(value: string): string {
  return value.trim().replace(/pages per minute/i, 'ppm')
}
