/** Version of what visitors agree to. A stored record of another version counts as absent (specification 1, section 4). */
export const CONSENT_VERSION = '1.0'
export const CONSENT_KEY = 'cookie-consent'

/** What a visitor allows besides essential storage. */
export interface ConsentChoice {
  readonly analytics: boolean
  readonly marketing: boolean
}

/** The choice as it is kept in the browser (specification 1, section 3). */
export interface ConsentRecord extends ConsentChoice {
  readonly version: string
  readonly essential: true
  /** ISO time of the choice. */
  readonly timestamp: string
}

/** What the browser says about privacy: Global Privacy Control and Do Not Track. */
export interface PrivacySignals {
  readonly gpc: boolean
  readonly dnt: boolean
}

export const NOTHING_ALLOWED: ConsentChoice = { analytics: false, marketing: false }

/** What is kept of a choice that was made at this time. */
export function consentRecord(choice: ConsentChoice, now: Date): ConsentRecord {
  const { analytics, marketing } = choice
  return { version: CONSENT_VERSION, essential: true, analytics, marketing, timestamp: now.toISOString() }
}

/** A stored record, or null for another version, a time in the future, or anything that is not a record. */
export function parseConsent(stored: unknown, now: Date): ConsentRecord | null {
  if (typeof stored !== 'object' || stored === null) return null
  const { version, analytics, marketing, timestamp } = stored as Partial<ConsentRecord>
  if (version !== CONSENT_VERSION || typeof analytics !== 'boolean' || typeof marketing !== 'boolean') return null
  const time = typeof timestamp === 'string' ? Date.parse(timestamp) : Number.NaN
  if (Number.isNaN(time) || time > now.getTime() + CLOCK_TOLERANCE_MS) return null
  return consentRecord({ analytics, marketing }, new Date(time))
}

/** Clocks get set back, so a record may be up to five minutes ahead. */
const CLOCK_TOLERANCE_MS = 5 * 60_000

export interface ConsentStart {
  readonly choice: ConsentChoice
  readonly isBannerShown: boolean
  /** The record to store now, or null. */
  readonly record: ConsentRecord | null
}

/**
 * The choice when the shop opens (specification 1, section 4): the stored one, if any. With a global privacy signal
 * everything is off and saved; with do-not-track everything is off and not saved; otherwise nothing is allowed yet and
 * the banner shows. A global privacy signal also overrules a stored choice, unless it was made in spite of the signal.
 * @param despiteSignal timestamp of the choice that was made while the signal was on
 */
export function startConsent(
  stored: ConsentRecord | null,
  signals: PrivacySignals,
  despiteSignal: string | null,
  now: Date,
): ConsentStart {
  if (signals.gpc && stored?.timestamp !== despiteSignal) {
    const isKept = stored !== null && !stored.analytics && !stored.marketing
    return {
      choice: NOTHING_ALLOWED,
      isBannerShown: false,
      record: isKept ? null : consentRecord(NOTHING_ALLOWED, now),
    }
  }
  if (stored !== null) return { choice: stored, isBannerShown: false, record: null }
  if (signals.gpc) return { choice: NOTHING_ALLOWED, isBannerShown: false, record: consentRecord(NOTHING_ALLOWED, now) }
  return { choice: NOTHING_ALLOWED, isBannerShown: true, record: null }
}

const TRACKING_COOKIES = {
  analytics: /^(_ga|_gid|_gat)$|^(_ga_|_gat_)/,
  marketing: /^(_fbp|_fbc)$/,
} as const

/**
 * The tracking cookies that are no longer allowed and must be deleted.
 * @param cookies document.cookie
 */
export function cookiesToClear(cookies: string, allowed: ConsentChoice): string[] {
  const names = cookies.split(';').map((pair) => (pair.split('=')[0] ?? '').trim())
  return names.filter(
    (name) =>
      (!allowed.analytics && TRACKING_COOKIES.analytics.test(name)) ||
      (!allowed.marketing && TRACKING_COOKIES.marketing.test(name)),
  )
}

/** What to assign to document.cookie to delete one on this host and on every parent domain. */
export function cookieDeletions(name: string, hostname: string): string[] {
  const expired = `${name}=; Max-Age=0; Path=/`
  const labels = hostname.split('.')
  const isAddress = /^[\d.]+$|:/.test(hostname)
  const domains = isAddress ? [] : labels.slice(0, -1).map((_label, index) => labels.slice(index).join('.'))
  return [expired, ...domains.map((domain) => `${expired}; Domain=.${domain}`)]
}
