import { expect, it } from 'vitest'
import type { RequestOfStaff } from '#modules/identity'
import type { ErasureSuggestion } from '../domain/erasure-suggestion.ts'
import type { Message } from '../domain/message.ts'
import type { InboxEntry, InboxQuery } from '../inbox.api.ts'
import { createListInbox } from './list-inbox.ts'

type Page = Pick<InboxQuery, 'limit' | 'offset'>

/** Every third of so many entries is a message, a privacy request or a suggestion; the first is the newest. */
function anInbox(count: number) {
  const places = Array.from({ length: count }, (_, place) => place)
  const sourceOf = (which: number) => {
    const all = places
      .filter((place) => place % 3 === which)
      .map((place) => ({ reference: `E-${place}`, message: `M-${place}`, receivedAt: new Date(1e12 - place) }))
    return ({ limit, offset }: Page) => {
      asked.push(limit)
      return { found: all.slice(offset, offset + limit), total: all.length }
    }
  }
  const asked: number[] = []
  const [messages, requests, suggestions] = [sourceOf(0), sourceOf(1), sourceOf(2)]
  const { list } = createListInbox({
    clock: { now: () => new Date(1e12) },
    messages: {
      async list(page) {
        const { found, total } = messages(page)
        return { messages: found as unknown as Message[], total }
      },
      findMany: async () => [],
      countOpen: async () => ({ open: 0, late: 0 }),
    },
    identity: {
      async listPrivacyRequests(page) {
        const { found, total } = requests(page)
        return { requests: found as unknown as RequestOfStaff[], total }
      },
      countFailedPrivacyRequests: async () => 0,
    },
    suggestions: {
      async list(page) {
        const { found, total } = suggestions(page)
        return { suggestions: found as unknown as ErasureSuggestion[], total }
      },
    },
  })
  const referenceOf = (entry: InboxEntry) =>
    entry.kind === 'erasure'
      ? entry.suggestion.reference
      : (entry.kind === 'message' ? entry.message : entry.request).reference
  const read = async (query: InboxQuery) => {
    const { entries, total } = await list(query)
    return { places: entries.map((entry) => Number(referenceOf(entry).slice(2))), total }
  }
  return { read, asked }
}

it('the entries of all kinds come newest first, page by page', async () => {
  const { read } = anInbox(100)
  const pages = [0, 25, 50, 75, 100].map((offset) => read({ limit: 25, offset }))
  const shown = await Promise.all(pages)
  expect(shown.flatMap(({ places }) => places)).toEqual(Array.from({ length: 100 }, (_, place) => place))
  expect(shown.map(({ total }) => total)).toEqual([100, 100, 100, 100, 100])
})

it('a page of one kind is all that is read of it, however far behind it is', async () => {
  const { read, asked } = anInbox(9000)
  expect(await read({ kind: 'contact', limit: 2, offset: 2990 })).toEqual({ places: [8970, 8973], total: 3000 })
  expect(await read({ kind: 'privacy', limit: 2, offset: 2990 })).toEqual({ places: [8971, 8974], total: 3000 })
  expect(await read({ kind: 'erasure', limit: 2, offset: 2990 })).toEqual({ places: [8972, 8975], total: 3000 })
  expect(asked).toEqual([2, 2, 2])
})

it('pages of all kinds together begin among the newest thousand', async () => {
  const { read, asked } = anInbox(9000)
  expect(await read({ limit: 2, offset: 999 })).toEqual({ places: [999, 1000], total: 1000 })
  expect(await read({ limit: 100, offset: 1000 })).toEqual({ places: [], total: 1000 })
  expect(await read({ limit: 100, offset: 999_999 })).toEqual({ places: [], total: 1000 })
  expect(Math.max(...asked)).toBeLessThan(1100)
})
