import { expect, it } from 'vitest'
import type { ConsentEntry } from '../domain/consent.ts'
import { createRecordVisit } from './record-visit.ts'

const NOW = new Date('2026-11-23T08:30:00Z')
const choice = (number: number, analytics: boolean): ConsentEntry => ({
  kind: 'choice',
  number,
  at: NOW,
  choice: { visitorId: 'a visitor', version: '1.0', analytics, marketing: false, action: 'save' },
})

it.each([
  ['goes when the consent was withdrawn', false, []],
  ['stays when it was not', true, ['an event']],
])('what is recorded while a choice is being stored %s', async (_what, isAllowedSince, left) => {
  const log = [choice(1, true)]
  const stored = new Set<string>()
  const recordVisit = createRecordVisit({
    clock: { now: () => NOW },
    consents: {
      findLog: async () => [...log],
      appendChoice: async () => {},
      appendErasure: async () => {},
    },
    tracking: {
      async insert() {
        // The erasure of this withdrawal found nothing yet.
        log.push(choice(2, isAllowedSince))
        stored.add('an event')
        return 'an event'
      },
      delete: async (id) => void stored.delete(id),
      deleteOfVisitor: async () => 0,
    },
  })
  await recordVisit({ visitorId: 'a visitor', event: { type: 'product-view', productId: 1 } })
  expect([...stored]).toEqual(left)
})
