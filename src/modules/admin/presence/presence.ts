import { LRUCache } from 'lru-cache'
import type { Clock } from '#platform/time/clock'
import { compareNames } from '#platform/text/compare-names'
import type { Database } from '#platform/database/database'
import type { EventBus } from '#platform/events/event-bus'
import { presenceAsked, presenceReported, staffAccessChanged } from '../events.ts'
import type { Doing, Place } from './places.ts'
import type { PersonHere, Presence } from './presence.api.ts'

/** Pages report every 15 seconds, hidden ones once a minute where the browser saves power. */
const FORGOTTEN_AFTER_MS = { shown: 30_000, hidden: 90_000 }
/** Open pages of all staff; those that reported least recently give way. */
const MAX_PAGES = 2000

interface OpenPage {
  readonly place: Place
  readonly page: string
  readonly sessionId: string
  readonly person: { readonly id: string; readonly name: string }
  readonly doing: Exclude<Doing, 'left'>
  readonly isHidden: boolean
  readonly reportedAt: number
  /** Whether another process was told by the page itself, and tells who asks. */
  readonly isRemote: boolean
}

const keyOf = ({ sessionId, page }: Pick<OpenPage, 'sessionId' | 'page'>) => `${sessionId} ${page}`
const isSame = (one: Place, other: Place) => one.kind === other.kind && one.id === other.id

/** @param deps.ownerId the person whom each session of the gate's password stands for */
export function createPresence(deps: {
  readonly database: Pick<Database, 'transaction'>
  readonly events: Pick<EventBus, 'publish' | 'listen' | 'onResync'>
  readonly clock: Clock
  readonly ownerId: string
}): Presence {
  const { database, events, clock, ownerId } = deps
  const pages = new LRUCache<string, OpenPage>({ max: MAX_PAGES })
  const listeners: ((place: Place) => void)[] = []
  const isFresh = ({ reportedAt, isHidden }: OpenPage) =>
    clock.now().getTime() - reportedAt < FORGOTTEN_AFTER_MS[isHidden ? 'hidden' : 'shown']
  const freshPages = () => [...pages.values()].filter(isFresh)
  const notify = (place: Place) => {
    for (const listener of listeners) listener(place)
  }

  /** A process that did not hear where a page has gone reports where it was before. A clock may have been put back. */
  const isOutdated = (next: OpenPage, known: OpenPage) =>
    next.reportedAt < known.reportedAt && known.reportedAt <= clock.now().getTime()

  function remember(next: OpenPage): void {
    const known = pages.get(keyOf(next))
    if (known !== undefined && isOutdated(next, known)) return
    const before = known !== undefined && isFresh(known) ? known : null
    pages.set(keyOf(next), next)
    if (before !== null && !isSame(before.place, next.place)) notify(before.place)
    if (before?.doing !== next.doing || !isSame(before.place, next.place)) notify(next.place)
  }

  function forget(key: string, page: OpenPage): void {
    pages.delete(key)
    notify(page.place)
  }

  events.listen(presenceReported, 'admin.remember-presence', ({ remote, payload }) => {
    const { kind, id, doing, ageMs, ...rest } = payload
    const place = { kind, id }
    if (doing !== 'left') {
      remember({ ...rest, place, doing, isRemote: remote, reportedAt: clock.now().getTime() - ageMs })
      return
    }
    const known = pages.get(keyOf(rest))
    // What a page says when it leaves may come after what it says of the place where it went.
    if (known !== undefined && isSame(known.place, place)) forget(keyOf(rest), known)
  })
  events.listen(presenceAsked, 'admin.report-presence', async ({ remote }) => {
    if (!remote) return
    const own = freshPages().filter(({ isRemote }) => !isRemote)
    await database.transaction(async (tx) => {
      for (const { place, page, sessionId, person, doing, isHidden, reportedAt } of own) {
        const ageMs = clock.now().getTime() - reportedAt
        await events.publish(tx, presenceReported, { ...place, page, sessionId, person, doing, isHidden, ageMs })
      }
    })
  })
  events.listen(staffAccessChanged, 'admin.forget-presence-of-ended-access', ({ payload: { personId } }) => {
    for (const [key, page] of pages.entries()) if (personId === null || page.person.id === personId) forget(key, page)
  })

  async function ask(): Promise<void> {
    await database.transaction((tx) => events.publish(tx, presenceAsked, {}))
  }
  events.onResync('admin.ask-for-presence', ask)

  return {
    ask,
    onChange: (listener) => void listeners.push(listener),
    async report({ id: sessionId, person }, { place, page, doing, isHidden }) {
      await database.transaction((tx) =>
        events.publish(tx, presenceReported, {
          ...place,
          page,
          doing,
          isHidden,
          sessionId,
          person: { id: person.id, name: person.name },
          ageMs: 0,
        }),
      )
      const isSelf = (other: OpenPage) =>
        other.sessionId === sessionId || (other.person.id === person.id && person.id !== ownerId)
      return peopleOf(freshPages().filter((other) => isSame(other.place, place) && !isSelf(other)))
    },
  }
}

/** Each person once, who edits in one of their pages before who only looks on. */
function peopleOf(pages: readonly OpenPage[]): readonly PersonHere[] {
  const byPerson = new Map<string, PersonHere>()
  for (const { person, doing } of pages) {
    const isEditing = doing === 'editing' || byPerson.get(person.id)?.isEditing === true
    byPerson.set(person.id, { name: person.name, isEditing })
  }
  return [...byPerson.values()].toSorted(
    (a, b) => Number(b.isEditing) - Number(a.isEditing) || compareNames(a.name, b.name),
  )
}
