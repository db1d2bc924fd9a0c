import type { ErasedPerson } from '#modules/identity'
import type { Clock } from '#platform/time/clock'
import { createPersonMatcher } from '../domain/person-matcher.ts'
import { suggestErasure } from '../domain/erasure-suggestion.ts'
import type { MessageRepository } from '../persistence/message.repository.ts'
import type { SuggestionRepository } from '../persistence/suggestion.repository.ts'

/** How many messages are suggested for one request at most: somebody may have typed a name that stands everywhere. */
const MAX_SUGGESTED = 50

export type ErasePerson = (
  person: Pick<ErasedPerson, 'email' | 'reference' | 'dueAt' | 'typed' | 'ownedUntil'>,
) => Promise<void>

/**
 * Erases the messages of a proved address. What others wrote, and messages without an address, are only compared with
 * what the person typed about themselves: staff decide about those that match. A repetition changes nothing.
 */
export function createErasePerson(deps: {
  readonly clock: Clock
  readonly messages: Pick<MessageRepository, 'eraseOfEmail' | 'all'>
  readonly suggestions: Pick<SuggestionRepository, 'insert'>
}): ErasePerson {
  const { clock, messages, suggestions } = deps
  return async function erasePerson({ email, reference, dueAt, typed, ownedUntil }) {
    await messages.eraseOfEmail(email, ownedUntil)
    const matcher = createPersonMatcher({ email, typed })
    const request = { reference, dueAt, now: clock.now() }
    let count = 0
    for await (const message of messages.all()) {
      if (ownedUntil !== null && message.receivedAt > ownedUntil) continue
      const suggestion = suggestErasure(message, matcher, request)
      if (suggestion === null) continue
      await suggestions.insert(suggestion)
      count += 1
      if (count === MAX_SUGGESTED) return
    }
  }
}
