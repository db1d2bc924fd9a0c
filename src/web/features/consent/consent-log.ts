import type { ConsentBody, SearchMissBody, TrackingBody } from '#contracts/privacy'
import { api, type ApiRequest } from '../../lib/api-client.ts'
import { browserStorage, type TextStorage } from '../../lib/storage.ts'
import { CONSENT_VERSION, type ConsentChoice } from './consent.ts'

const VISITOR_KEY = 'visitor-id'
const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/

/** The random id of this browser, created with the first thing to send. It identifies no person. */
export function visitorId(storage: TextStorage = browserStorage): string {
  const known = storage.getItem(VISITOR_KEY)
  if (known !== null && UUID.test(known)) return known
  const made = randomUuid()
  storage.setItem(VISITOR_KEY, made)
  return made
}

/** A version 4 UUID, also where crypto.randomUUID is missing (a plain http address in the local network). */
function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const marked = bytes.map((byte, index) =>
    index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte,
  )
  const hex = Array.from(marked, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/** The last choice that is being sent. Events wait for it, because the shop accepts them only after the choice. */
let choiceSent: Promise<void> = Promise.resolve()

/** Adds a choice to the shop's consent log. The browser obeys the choice whether or not this arrives. */
export async function logConsent(
  { analytics, marketing }: ConsentChoice,
  action: ConsentBody['action'],
): Promise<void> {
  const body: ConsentBody = { visitorId: visitorId(), version: CONSENT_VERSION, analytics, marketing, action }
  choiceSent = choiceSent.then(() => send('/api/consent', body))
  await choiceSent
}

/** Sends an event to the shop's own statistics. Only for visitors who allowed analytics. */
export async function logEvent(event: TrackingBody['event']): Promise<void> {
  const body: TrackingBody = { visitorId: visitorId(), event }
  // A choice that was made at the same moment is sent first.
  await new Promise((resolve) => setTimeout(resolve))
  await choiceSent
  await send('/api/tracking', body)
}

/** Has a search that found nothing counted. It goes without visitor id, cookie and token, so it needs no consent. */
export async function logSearchMiss(term: string): Promise<void> {
  const body: SearchMissBody = { term }
  await send('/api/search-misses', body, { isAnonymous: true })
}

async function send(path: string, body: unknown, options: ApiRequest = {}): Promise<void> {
  try {
    await api(path, { method: 'POST', body, ...options })
  } catch {
    // Failed statistics must not disturb shopping.
  }
}
