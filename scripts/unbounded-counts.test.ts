import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './toolchain.mjs'

/**
 * Counts that name no limit, and sums of groups, by file: what bounds the rows that each of them passes over, in the order
 * in which they stand there. Either costs as much as to read all of them, and no page or figure of the shop may cost what
 * has come together over the years.
 */
const BOUNDED: Readonly<Record<string, readonly string[]>> = {
  'modules/admin/imports/persistence/supplier.repository.ts': ['at most 200 suppliers'],
  'modules/admin/imports/persistence/supplier-products.repository.ts': ['products on a list, at most 100,000'],
  'modules/admin/inbox/persistence/saved-reply.repository.ts': ['at most 100 saved replies'],
  'modules/admin/staff/persistence/staff-account.repository.ts': ['people who work in the shop'],
  'modules/alerts/persistence/alert.repository.ts': [
    'who waits for one of some products',
    'what one address waits for, up to a limit',
    'who waits for one of some products',
  ],
  'modules/catalog/persistence/review.repository.ts': ['reviews of 500 products', 'reviews of one product'],
  'modules/catalog/search/database/product-queries.ts': [
    'three seconds, where the database searches',
    'the same',
    'the same',
  ],
  'modules/identity/persistence/search-miss.repository.ts': ['at most some 300 terms of a day', 'those of 7 days'],
  'modules/orders/persistence/sales-summary.repository.ts': ['products that were sold on 31 days'],
  'modules/orders/persistence/shop-orders.repository.ts': ['orders that wait for staff', 'the same'],
  'platform/jobs/failed-jobs.ts': ['jobs that have failed'],
  'platform/jobs/heartbeat.ts': ['processes of the last hour'],
  'platform/jobs/queue-stats.ts': ['jobs that are not done'],
  'platform/mail/withheld-mails.ts': ['mails that were held back in a day'],
}

const files = ['modules', 'platform'].flatMap((folder) =>
  readdirSync(join(root, 'src', folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    // A copy of all data reads all of it.
    .filter((name) => name.endsWith('.ts') && !/test|platform\/data-file/.test(name)),
)

/** The call that begins at a place, to its closing parenthesis. */
function callAt(text: string, start: number): string {
  let end = text.indexOf('(', start)
  for (let depth = 0; end < text.length; end += 1) {
    if (text[end] === '(') depth += 1
    else if (text[end] === ')' && --depth === 0) break
  }
  return text.slice(start, end + 1)
}

function passesOf(file: string): readonly string[] {
  const text = readFileSync(join(root, 'src', file), 'utf8')
  return [...text.matchAll(/\.(?:countDocuments\(|aggregate[<(])/g)]
    .map((match) => callAt(text, match.index))
    .filter((call) => !call.startsWith('.countDocuments') || !/\blimit\b/.test(call))
}

it('every count has a limit, and every sum of groups a span, or something else that bounds it', () => {
  const found = Object.fromEntries(
    files.map((file) => [file, passesOf(file)] as const).filter(([, passes]) => passes.length > 0),
  )
  const summary = Object.fromEntries(Object.entries(found).map(([file, passes]) => [file, passes.length]))
  expect(summary, JSON.stringify(found, null, 2)).toEqual(
    Object.fromEntries(Object.entries(BOUNDED).map(([file, why]) => [file, why.length])),
  )
})
