import { LRUCache } from 'lru-cache'
import type { Clock } from '#platform/clock'
import type { Database } from '#platform/database/database'
import type { EventBus } from '#platform/events/event-bus'
import { presenceReported, staffAccessChanged } from '../events.ts'
import type { Doing, Place } from './places.ts'
import type { PersonHere, Presence } from './presence.api.ts'

/** Pages report every 15 seconds, hidden ones once a minute where the browser saves power. */
const FORGOTTEN_AFTER_MS = { shown: 30_000, hidden: 90_000 }
/** Open pages of all staff; those that reported least recently give way. */
const MAX_PAGES = 2000

interface OpenPage {
  readonly at: string
  readonly personId: string
  readonly sessionId: string
  readonly name: string
  readonly doing: Exclude<Doing, 'left'>
  readonly isHidden: boolean
  readonly reportedAt: number
}

const nameOf = ({ kind, id }: Place) => `${kind} ${id}`

/** @param deps.ownerId the person whom each session of the gate's password stands for */
export function createPresence(deps: {
  readonly database: Pick<Database, 'transaction'>
  readonly events: Pick<EventBus, 'publish' | 'listen'>
  readonly clock: Clock
  readonly ownerId: string
}): Presence {
  const { database, events, clock, ownerId } = deps
  const pages = new LRUCache<string, OpenPage>({ max: MAX_PAGES })
  const isFresh = ({ reportedAt, isHidden }: OpenPage) =>
    clock.now().getTime() - reportedAt < FORGOTTEN_AFTER_MS[isHidden ? 'hidden' : 'shown']

  events.listen(presenceReported, 'admin.remember-presence', ({ payload }) => {
    const { person, sessionId, page, doing, isHidden, ...place } = payload
    const key = `${sessionId} ${page}`
    if (doing === 'left') pages.delete(key)
    else
      pages.set(key, {
        at: nameOf(place),
        personId: person.id,
        sessionId,
        name: person.name,
        doing,
        isHidden,
        reportedAt: clock.now().getTime(),
      })
  })
  events.listen(staffAccessChanged, 'admin.forget-presence-of-ended-access', ({ payload: { personId } }) => {
    for (const [key, page] of pages.entries()) if (personId === null || page.personId === personId) pages.delete(key)
  })

  return {
    async report({ id: sessionId, person }, { place, page, doing, isHidden }) {
      const known = pages.get(`${sessionId} ${page}`)
      const before = known !== undefined && isFresh(known) && known.at === nameOf(place) ? known.doing : 'left'
      await database.transaction((tx) =>
        events.publish(tx, presenceReported, {
          ...place,
          page,
          doing,
          isHidden,
          sessionId,
          person: { id: person.id, name: person.name },
          isNews: doing !== before,
        }),
      )
      const isSelf = (other: OpenPage) =>
        other.sessionId === sessionId || (other.personId === person.id && person.id !== ownerId)
      const others = [...pages.values()].filter(
        (other) => other.at === nameOf(place) && isFresh(other) && !isSelf(other),
      )
      return peopleOf(others)
    },
  }
}

/** Each person once, who edits in one of their pages before who only looks on. */
function peopleOf(pages: readonly OpenPage[]): readonly PersonHere[] {
  const byPerson = new Map<string, PersonHere>()
  for (const { personId, name, doing } of pages) {
    const isEditing = doing === 'editing' || byPerson.get(personId)?.isEditing === true
    byPerson.set(personId, { name, isEditing })
  }
  return [...byPerson.values()].toSorted(
    (a, b) => Number(b.isEditing) - Number(a.isEditing) || a.name.localeCompare(b.name, 'en'),
  )
}
