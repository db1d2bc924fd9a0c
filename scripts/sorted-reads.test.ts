import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from './toolchain.mjs'

/**
 * The sorted reads of each file, in the order in which they stand there: the index that has what is asked for in its
 * order, or a sentence that says why a few rows are sorted without one. Any other sort reads all that matches first, and
 * a list is slow on the day when much of it has come together.
 */
const SERVED: Readonly<Record<string, readonly string[]>> = {
  'modules/admin/audit/persistence/audit.repository.ts': [
    'newest_first',
    'subject_newest_first',
    'subject_newest_first',
    'newest_first',
  ],
  'modules/admin/bulk-edits/persistence/bulk-edit.repository.ts': [
    'newest_first',
    'bulk edits of 90 days that changed one product',
  ],
  'modules/admin/imports/persistence/import.repository.ts': ['same_columns', 'of_supplier_newest', 'newest_first'],
  'modules/admin/imports/persistence/import-rows.repository.ts': ['import_groups', 'import_groups', 'import_groups'],
  'modules/admin/imports/persistence/list-fetch.repository.ts': ['fetches_of_supplier'],
  'modules/admin/imports/persistence/schema-steps.ts': ['_id_'],
  'modules/admin/imports/persistence/supplier-products.repository.ts': ['what some hundred article numbers are of'],
  'modules/admin/imports/persistence/written-rows.repository.ts': [
    'groups of 90 days that changed one product',
    'the same',
  ],
  'modules/admin/inbox/persistence/message.repository.ts': ['newest_first', 'what one address sent in three years'],
  'modules/admin/inbox/persistence/saved-reply.repository.ts': ['_id_'],
  'modules/admin/inbox/persistence/suggestion.repository.ts': ['newest_first'],
  'modules/admin/staff/persistence/staff-account.repository.ts': ['_id_'],
  'modules/admin/staff/persistence/staff-session.repository.ts': ['where one person is signed in'],
  'modules/alerts/persistence/alert.repository.ts': ['at most 1000 of one person', 'waiting'],
  'modules/catalog/persistence/review.repository.ts': [
    'of_product_newest_first',
    'of_product_newest_first',
    'what one customer reviewed',
  ],
  'modules/catalog/persistence/schema-steps.ts': ['_id_', '_id_', '_id_'],
  'modules/catalog/search/database/database-search.ts': ['sort_stock_low and stock_low'],
  'modules/catalog/search/database/pages.ts': ['an index for each order of the shop'],
  'modules/catalog/search/database/ranking.ts': ['sort_featured, among what words have found'],
  'modules/catalog/search/database/stored-products.ts': ['_id_'],
  'modules/catalog/search/database/stored-words.ts': ['_id_'],
  'modules/identity/persistence/consent.repository.ts': ['visitor_number'],
  'modules/identity/persistence/email-change.repository.ts': ['what one person asked for lately'],
  'modules/identity/persistence/privacy-request.repository.ts': ['newest_first', 'what one address asked for'],
  'modules/identity/persistence/saved-cart.repository.ts': ['a cart', 'a wishlist'],
  'modules/identity/persistence/session.repository.ts': ['where one customer is signed in'],
  'modules/orders/persistence/customer-orders.repository.ts': [
    'orders with one tracking number',
    'of_customer',
    'of_customer',
  ],
  'modules/orders/persistence/personal-orders.repository.ts': ['orders of one person', 'the same', '_id_'],
  'modules/orders/persistence/placed-within.ts': ['_id_', '_id_'],
  'modules/orders/persistence/sales-summary.repository.ts': ['day'],
  'modules/orders/persistence/schema-steps.ts': ['_id_', '_id_'],
  'modules/orders/persistence/shop-orders.repository.ts': ['_id_'],
  'platform/jobs/daily-jobs.ts': ['nextAt_1'],
  'platform/jobs/failed-jobs.ts': ['jobs that failed for good, of which the shop warns'],
  'platform/jobs/outbox.ts': ['status_1_queue_1_notBefore_1'],
  'platform/mail/mail-budget.ts': ['recipient_1_at_1'],
}

const source = (file: string) => readFileSync(join(root, 'src', file), 'utf8')
const files = ['modules', 'platform'].flatMap((folder) =>
  readdirSync(join(root, 'src', folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((name) => /(?:persistence|database|jobs|mail)\/.*\.ts$/.test(name) && !/test|search\/memory/.test(name)),
)

type Key = readonly (readonly [field: string, direction: string])[]

interface SortedRead {
  readonly file: string
  readonly index: string
  /** Null when it is not known here: it is chosen among several. */
  readonly sort: Key | null
  /** What is asked for, from the call to its end, as it is written. */
  readonly text: string
}

const keyOf = (text: string): Key =>
  [...text.matchAll(/(?:'([\w.]+)'|(\w+)): (-?\w+)/g)].map(([, quoted, plain, direction]) => [
    quoted ?? plain ?? '',
    direction ?? '',
  ])

function sortedReads(file: string): readonly Omit<SortedRead, 'index'>[] {
  const text = source(file)
  const found = text.matchAll(/(?:\.sort\(|\bsort: |\$sort: )(\{[^{}]*\}|[A-Z][A-Z_]+\S*?)(?=[,)\s])/g)
  return [...found].map((match) => {
    const [, written = ''] = match
    const constant = new RegExp(`const ${written} = (\\{[^{}]*\\})`).exec(text)?.[1]
    const isKnown = written.startsWith('{') || constant !== undefined
    const before = text.slice(0, match.index)
    const call = Math.max(...['.find', 'aggregate', 'readBatches', 'readAll'].map((name) => before.lastIndexOf(name)))
    // Options that are put together before the call stand in another function than the call before them.
    const start = call < 0 || /\n {2,4}\}/.test(before.slice(call)) ? match.index : call
    const [asked = ''] = text.slice(start, match.index + 200).split(/\n {2,4}\}/)
    return { file, sort: isKnown ? keyOf(constant ?? written) : null, text: asked }
  })
}

/** The keys of the indexes with this name, of the file itself or, where it has none, of those beside it. */
function indexesNamed(file: string, name: string): readonly Key[] {
  if (name === '_id_') return [[['_id', '1']]]
  const folder = dirname(file)
  const beside = files.filter((other) => dirname(other) === folder && other !== file)
  for (const group of [[file], beside]) {
    const keys = group.flatMap((each) => {
      const text = source(each)
      const declared = [...text.matchAll(/(?:\.index\(|\bkey: )\s*(\{[^{}]*\}),?\s*(?:\{\s*)?(?:name: '(\w+)')?/g)]
      return declared.map(([, key = '', given]) => ({ key: keyOf(key), given }))
    })
    const found = keys.filter(({ key, given }) => (given ?? key.flat().join('_')) === name)
    if (found.length > 0) return found.map(({ key }) => key)
  }
  return []
}

const reads = files.flatMap((file) =>
  sortedReads(file).map((read, place) => ({ ...read, index: SERVED[file]?.[place] ?? '' })),
)

describe('a sorted read', () => {
  it('is known with what serves it', () => {
    const found = Object.fromEntries(files.map((file) => [file, sortedReads(file).length]).filter(([, count]) => count))
    expect(found).toEqual(Object.fromEntries(Object.entries(SERVED).map(([file, by]) => [file, by.length])))
  })

  it.each(reads.filter(({ index }) => /^\w+$/.test(index)))(
    'of $file has all of its order in the index $index, behind what it asks for',
    ({ file, index, sort, text }) => {
      const isServed = indexesNamed(file, index).some((key) => {
        const end = key.slice(-(sort?.length ?? 0))
        const asked = key.slice(0, key.length - end.length).map(([field]) => field)
        const turned = (direction: string) => (direction.startsWith('-') ? direction.slice(1) : `-${direction}`)
        const isSame = (turn: (direction: string) => string) =>
          end.every(([field, direction], place) => {
            const [wanted, to = ''] = sort?.[place] ?? []
            return field === wanted && (turn(direction) === to || !/^-?1$/.test(to))
          })
        const isAsked = asked.every((field) => new RegExp(`\\b${field.replace('.', '\\.')}\\b`).test(text))
        return sort !== null && (isSame((direction) => direction) || isSame(turned)) && isAsked
      })
      expect(isServed, `${JSON.stringify(sort)} of ${text}`).toBe(true)
    },
  )

  it.each(reads.filter(({ text }) => /\bskip\b/.test(text)))(
    'of $file that is shown in pages has an order in which no two rows are equal',
    ({ sort, text }) => {
      if (sort !== null) expect(sort.at(-1)?.[0], text).toBe('_id')
    },
  )
})
