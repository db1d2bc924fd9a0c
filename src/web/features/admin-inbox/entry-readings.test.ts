import { describe, expect, it } from 'vitest'
import type { InboxEntry, InboxReply } from '#contracts/inbox'
import { newestEntry } from './newest-entry.ts'
import { unsentOf } from './unsent.ts'

const entry = (version: number) => ({ version }) as InboxEntry
const reply = (id: string, state: InboxReply['state']) => ({ id, state }) as InboxReply

describe('two readings of an entry', () => {
  it('show the newer one, whichever came last', () => {
    for (const [one, other] of [
      [3, 4],
      [4, 3],
    ] as const)
      expect(newestEntry(entry(one), entry(other)).version).toBe(4)
    expect(newestEntry(undefined, entry(4))).toEqual(entry(4))
    expect(newestEntry(entry(4), undefined)).toEqual(entry(4))
    expect(newestEntry(undefined, undefined)).toBeUndefined()
  })

  it('show the last one of a version, which says what became of its mail', () => {
    const sent = { ...entry(3), replies: [reply('a', 'sent')] }
    expect(newestEntry(sent, entry(3))).toBe(sent)
  })
})

describe('the replies that a sender did not get', () => {
  it('are those after the last that is sent or on its way', () => {
    const ids = (...replies: InboxReply[]) => unsentOf({ replies }).map(({ id }) => id)
    expect(ids()).toEqual([])
    expect(ids(reply('a', 'failed'), reply('b', 'failed'))).toEqual(['a', 'b'])
    expect(ids(reply('a', 'sent'), reply('b', 'failed'))).toEqual(['b'])
    for (const later of ['sending', 'waiting', 'sent'] as const)
      expect(ids(reply('a', 'failed'), reply('b', later))).toEqual([])
  })
})
