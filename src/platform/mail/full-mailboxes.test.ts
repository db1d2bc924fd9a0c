import { expect, it } from 'vitest'
import { HOUR_MS } from '../time/durations.ts'
import { FullMailboxes } from './full-mailboxes.ts'

const NOW = Date.UTC(2026, 10, 30, 10)

it('is full until the time that it was remembered with', () => {
  const mailboxes = new FullMailboxes()
  mailboxes.remember('unproved a', NOW + 1000)
  expect(mailboxes.isFull('unproved a', NOW + 999)).toBe(true)
  expect(mailboxes.isFull('unproved a', NOW + 1000)).toBe(false)
  expect(mailboxes.isFull('proved a', NOW)).toBe(false)
})

it('is asked about again when the clock was ahead as it was remembered', () => {
  const mailboxes = new FullMailboxes()
  mailboxes.remember('unproved a', NOW + HOUR_MS)
  expect(mailboxes.isFull('unproved a', NOW)).toBe(true)
  expect(mailboxes.isFull('unproved a', NOW - 1)).toBe(false)
})

it('are a thousand at most: the first ones are forgotten', () => {
  const mailboxes = new FullMailboxes()
  const remembered = Array.from({ length: 1001 }, (_, number) => `unproved ${number}`)
  for (const key of remembered) mailboxes.remember(key, NOW + 1000)
  expect(remembered.filter((key) => !mailboxes.isFull(key, NOW))).toEqual(['unproved 0'])
})
