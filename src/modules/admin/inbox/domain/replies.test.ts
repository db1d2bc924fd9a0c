import { describe, expect, it } from 'vitest'
import type { HandledState, Reply } from '#platform/shared-kernel/handled-entry'
import { withOutcome } from './replies.ts'

const FAILED = { state: 'failed', problem: 'The mail server refused it.' } as const
const SENT = { state: 'sent', problem: null } as const
const UNDER_WAY = { state: 'sending', problem: null } as const
const AWAY = { state: 'waiting', problem: 'The mail server is away.' } as const

const reply = (id: string, state: Reply['state']): Reply => ({
  id,
  at: new Date('2026-11-23T10:00:00Z'),
  by: 'Pat',
  text: id,
  state,
  problem: null,
})
const entry = (state: HandledState, ...states: Reply['state'][]) => ({
  state,
  replies: states.map((each, index) => reply(`r${index}`, each)),
})
const stateAfter = (before: ReturnType<typeof entry>, id: string, outcome: Parameters<typeof withOutcome>[2]) =>
  withOutcome(before, id, outcome).state ?? before.state

describe('an entry of which a reply', () => {
  it.each(['answered', 'closed'] as const)('could not be sent is no longer %s but open', (state) => {
    expect(stateAfter(entry(state, 'sending'), 'r0', FAILED)).toBe('open')
    expect(stateAfter(entry(state, 'waiting'), 'r0', FAILED)).toBe('open')
    expect(stateAfter(entry(state, 'sent', 'sending'), 'r1', FAILED)).toBe('open')
    expect(stateAfter(entry(state, 'sending', 'failed'), 'r0', FAILED)).toBe('open')
  })

  it.each(['sending', 'waiting', 'sent'] as const)(
    'could not be sent stays answered with a later one that is %s',
    (later) => {
      expect(stateAfter(entry('answered', 'sending', later), 'r0', FAILED)).toBe('answered')
    },
  )

  it('waits or was sent keeps the state that staff gave it', () => {
    for (const state of ['open', 'answered', 'closed'] as const)
      for (const outcome of [SENT, AWAY]) expect(stateAfter(entry(state, 'sending'), 'r0', outcome)).toBe(state)
  })

  it('was sent stays so, whatever a process says that stood still meanwhile', () => {
    for (const outcome of [UNDER_WAY, AWAY, FAILED])
      expect(withOutcome(entry('answered', 'sent'), 'r0', outcome)).toEqual({})
  })

  it('is on its way after all is answered again, unless staff have closed it meanwhile', () => {
    for (const outcome of [UNDER_WAY, AWAY, SENT]) {
      expect(stateAfter(entry('open', 'failed'), 'r0', outcome)).toBe('answered')
      expect(stateAfter(entry('closed', 'failed'), 'r0', outcome)).toBe('closed')
    }
  })

  it('is no longer there stays as it is', () => {
    expect(withOutcome(entry('answered'), 'r0', FAILED)).toEqual({})
  })

  it('has an outcome shows it, and the other replies as they were', () => {
    const before = entry('answered', 'sent', 'sending')
    expect(withOutcome(before, 'r1', FAILED).replies).toEqual([before.replies[0], { ...before.replies[1], ...FAILED }])
  })
})
