import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './toolchain.mjs'

/**
 * Reads into an array that name no limit, no ids and no cursor, by file: what bounds each of them, in the order in
 * which they stand there. A read of all that a collection has grown to over the years would take the memory of the
 * process.
 */
const BOUNDED: Readonly<Record<string, readonly string[]>> = {
  'modules/admin/bulk-edits/persistence/bulk-edit.repository.ts': ['bulk edits of 90 days', 'the same'],
  'modules/admin/imports/persistence/import-undo.repository.ts': ['imports of 92 days', 'the same'],
  'modules/admin/imports/persistence/list-fetch.repository.ts': ['a limit that the caller gives'],
  'modules/admin/imports/persistence/list-source.repository.ts': ['one for each of at most 200 suppliers'],
  'modules/admin/imports/persistence/import-rows.repository.ts': [
    'groups of 500 rows of a list of at most 100,000',
    'the same',
  ],
  'modules/admin/imports/persistence/supplier-notes.repository.ts': ['products of a group of 500 rows'],
  'modules/admin/imports/persistence/supplier.repository.ts': ['at most 200 suppliers'],
  'modules/admin/inbox/persistence/message.repository.ts': [
    'what one address sent in three years',
    'by their references',
  ],
  'modules/admin/staff/persistence/staff-account.repository.ts': ['people who work in the shop'],
  'modules/admin/staff/persistence/staff-session.repository.ts': ['where one person is signed in'],
  'modules/catalog/persistence/bulk-product.repository.ts': ['by article numbers and names of 500 rows'],
  'modules/catalog/persistence/review.repository.ts': ['what one customer reviewed', 'the same', 'the same'],
  'modules/catalog/persistence/supply-link.repository.ts': ['what fits, or is fitted by, some products'],
  'modules/catalog/search/database/stored-words.ts': ['500 ids at once'],
  'modules/identity/persistence/address.repository.ts': ['an address book'],
  'modules/identity/persistence/email-change.repository.ts': ['what one person asked for lately', 'the same'],
  'modules/identity/persistence/privacy-request.repository.ts': ['what one address asked for in three years'],
  'modules/identity/persistence/saved-cart.repository.ts': ['a cart', 'a wishlist'],
  'modules/identity/persistence/session.repository.ts': ['where one customer is signed in'],
  'modules/orders/persistence/customer-orders.repository.ts': ['what one customer has open, up to a limit'],
  'modules/orders/persistence/personal-orders.repository.ts': ['numbers of one person’s orders'],
  'platform/database/schema-steps.ts': ['one row for each step'],
  'platform/jobs/erase-in-outbox.ts': ['one after the other; those that name one person are kept'],
}

const source = (file: string) => readFileSync(join(root, 'src', file), 'utf8')
const files = ['modules', 'platform'].flatMap((folder) =>
  readdirSync(join(root, 'src', folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((name) => /(?:persistence|database|repository|jobs).*\.ts$/.test(name) && !/test|read-all/.test(name)),
)

/** The calls that begin at a place: `find({}).sort({}).lean()`. */
function chainAt(text: string, start: number): string {
  let end = start
  for (let next = 0; next >= 0;) {
    end += next
    for (let depth = 0; end < text.length; end++) {
      if (text[end] === '(') depth++
      else if (text[end] === ')' && --depth === 0) break
    }
    end++
    next = text.slice(end).match(/^\s*\.\w+(?:<[^()]*>)?(?=\()/)?.[0].length ?? -1
  }
  return text.slice(start, end)
}

function unboundedReads(file: string): readonly string[] {
  const text = source(file)
  return [...text.matchAll(/\.find(?:<[^()]*>)?\((?!\()|\breadAll(?:<[^()]*>)?\((?=(?:this\.#)?database)/g)]
    .map((match) => chainAt(text, match.index))
    .filter((chain) => /^readAll|toArray\(|lean[<(]|sort\(/.test(chain) || chain.startsWith('.find({'))
    .filter((chain) => !/limit|\$in\b|among\(|cursor\(|batchSize/.test(chain))
}

it('every read into an array has a limit, or something else that bounds it', () => {
  const found = Object.fromEntries(
    files.map((file) => [file, unboundedReads(file)] as const).filter(([, reads]) => reads.length > 0),
  )
  const summary = Object.fromEntries(Object.entries(found).map(([file, reads]) => [file, reads.length]))
  expect(summary, JSON.stringify(found, null, 2)).toEqual(
    Object.fromEntries(Object.entries(BOUNDED).map(([file, why]) => [file, why.length])),
  )
})
