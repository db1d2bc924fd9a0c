import type { IdentityModule, PrivacyRequest } from '#modules/identity'
import type { Clock } from '#platform/clock'
import { matchesTerms, searchKeysOf, searchTermsOf } from '../domain/inbox-search.ts'
import type { Inbox, InboxEntry, InboxQuery } from '../inbox.api.ts'
import type { MessageRepository } from '../persistence/message.repository.ts'
import type { SuggestionRepository } from '../persistence/suggestion.repository.ts'

/** A search or filter of privacy requests looks at so many of the newest; more are never open at once. */
const MOST_REQUESTS = 500

function receivedAt(entry: InboxEntry): number {
  if (entry.kind === 'erasure') return entry.suggestion.receivedAt.getTime()
  return (entry.kind === 'message' ? entry.message : entry.request).receivedAt.getTime()
}

/** Lists messages, privacy requests and suggestions of erasure together; privacy requests are stored by their own module. */
export function createListInbox(deps: {
  readonly clock: Clock
  readonly identity: Pick<IdentityModule, 'listPrivacyRequests'>
  readonly messages: Pick<MessageRepository, 'list' | 'findMany' | 'countOpen'>
  readonly suggestions: Pick<SuggestionRepository, 'list'>
}): Pick<Inbox, 'list' | 'countOpen'> {
  const { clock, identity, messages, suggestions } = deps

  interface Page extends Pick<InboxQuery, 'assignee' | 'isOverdue' | 'state'> {
    readonly terms: readonly string[]
    readonly count: number
  }

  async function findRequests({ state, assignee, isOverdue = false, terms, count }: Page) {
    const isPlain = assignee === undefined && !isOverdue && terms.length === 0
    const asked = { ...(state === undefined ? {} : { state }), offset: 0 }
    if (isPlain) return identity.listPrivacyRequests({ ...asked, limit: count })
    const { requests } = await identity.listPrivacyRequests({ ...asked, limit: MOST_REQUESTS })
    const now = clock.now()
    const matching = requests.filter(
      (request) =>
        (assignee === undefined || request.assignee === assignee) &&
        (!isOverdue || (request.state === 'open' && request.dueAt < now)) &&
        matchesTerms(keysOfRequest(request), terms),
    )
    return { requests: matching.slice(0, count), total: matching.length }
  }

  async function findSuggestions({ state, assignee, isOverdue = false, terms, count }: Page) {
    const isNone = assignee !== undefined || isOverdue || terms.length > 0 || state === 'answered'
    if (isNone) return { suggestions: [], total: 0 }
    return suggestions.list({ limit: count, offset: 0, ...(state === undefined ? {} : { isOpen: state === 'open' }) })
  }

  return {
    async countOpen() {
      const [counted, requested, suggested] = await Promise.all([
        messages.countOpen(clock.now()),
        identity.listPrivacyRequests({ state: 'open', limit: MOST_REQUESTS, offset: 0 }),
        suggestions.list({ isOpen: true, limit: 1, offset: 0 }),
      ])
      const lateRequests = requested.requests.filter(({ dueAt }) => dueAt < clock.now()).length
      return {
        open: counted.open + requested.total + suggested.total,
        late: counted.late + lateRequests,
      }
    },

    async list({ kind, search = '', limit, offset, ...filters }) {
      const terms = searchTermsOf(search)
      const page: Page = { ...filters, terms, count: limit + offset }
      const { state, assignee, isOverdue = false } = filters
      const isOf = (each: 'privacy' | 'erasure') => kind === undefined || kind === each
      const [found, requested, suggested] = await Promise.all([
        kind === 'privacy' || kind === 'erasure'
          ? { messages: [], total: 0 }
          : messages.list({
              limit: limit + offset,
              offset: 0,
              terms,
              ...(state === undefined ? {} : { state }),
              ...(assignee === undefined ? {} : { assignee }),
              ...(isOverdue ? { overdueAt: clock.now() } : {}),
              ...(kind === undefined ? {} : { kind }),
            }),
        isOf('privacy') ? findRequests(page) : { requests: [], total: 0 },
        isOf('erasure') ? findSuggestions(page) : { suggestions: [], total: 0 },
      ])
      const meant = await messages.findMany(suggested.suggestions.map(({ message }) => message))
      const entries: InboxEntry[] = [
        ...found.messages.map((message) => ({ kind: 'message', message }) as const),
        ...requested.requests.map((request) => ({ kind: 'privacy', request }) as const),
        ...suggested.suggestions.map((suggestion) => {
          const message = meant.find(({ reference }) => reference === suggestion.message) ?? null
          return { kind: 'erasure', suggestion, message } as const
        }),
      ]
      entries.sort((a, b) => receivedAt(b) - receivedAt(a))
      return { entries: entries.slice(offset, offset + limit), total: found.total + requested.total + suggested.total }
    },
  }
}

function keysOfRequest({ reference, firstName, lastName, email, requestType, description }: PrivacyRequest): string[] {
  const fields = [{ label: 'Description', value: description }]
  return searchKeysOf({ reference, from: `${firstName} ${lastName}`, email, subject: requestType, fields })
}
