import type { User } from '#contracts/identity'
import { api, ApiError, AUTH_TOKEN_KEY } from '../../lib/api-client.ts'
import { browserStorage } from '../../lib/storage.ts'
import type { PublicConfig } from '../../lib/page-data.ts'
import type { ConsentChoice } from './consent.ts'

interface TrackerWindow {
  dataLayer?: unknown[]
  gtag?: (...command: unknown[]) => void
  fbq?: PixelQueue
  _fbq?: PixelQueue
  [disableFlag: `ga-disable-${string}`]: boolean
}

/** The marketing pixel's own protocol: commands wait in a queue until its script takes over. */
interface PixelQueue {
  (...command: unknown[]): void
  callMethod?: (...command: unknown[]) => void
  queue: unknown[][]
  loaded: boolean
  version: string
}

const page = () => window as unknown as TrackerWindow

let applied = 0

/**
 * Loads what is allowed and configured, and silences what is not (specification 1, section 4). The marketing pixel of a
 * customer who is signed in waits until the shop says that they have not opted out.
 */
export async function apply(choice: ConsentChoice, { gaMeasurementId, metaPixelId }: PublicConfig): Promise<void> {
  const turn = ++applied
  if (gaMeasurementId !== null) applyAnalytics(gaMeasurementId, choice.analytics)
  if (metaPixelId === null) return
  const isAllowed = choice.marketing && !(await hasOptedOut())
  if (turn === applied) applyPixel(metaPixelId, isAllowed)
}

/** What cannot be found out counts as an opt-out. */
async function hasOptedOut(): Promise<boolean> {
  if ((browserStorage.getItem(AUTH_TOKEN_KEY) ?? '') === '') return false
  try {
    const { optOuts = [] } = await api<User>('/api/auth/user')
    return optOuts.length > 0
  } catch (error) {
    return !(error instanceof ApiError && error.status === 401)
  }
}

/** A search, told to each third party that is loaded and allowed. */
export function sendSearch(term: string, choice: ConsentChoice): void {
  if (choice.analytics) page().gtag?.('event', 'search', { search_term: term })
  if (choice.marketing) page().fbq?.('track', 'Search', { search_string: term })
}

function applyAnalytics(id: string, isAllowed: boolean): void {
  const tracker = page()
  tracker[`ga-disable-${id}`] = !isAllowed
  if (!isAllowed || tracker.gtag !== undefined) return
  const layer: unknown[] = (tracker.dataLayer ??= [])
  tracker.gtag = function gtag() {
    // The script reads `arguments` objects, not arrays.
    // oxlint-disable-next-line prefer-rest-params
    layer.push(arguments)
  }
  tracker.gtag('js', new Date())
  tracker.gtag('config', id, { anonymize_ip: true })
  loadScript(`https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(id)}`)
}

function applyPixel(id: string, isAllowed: boolean): void {
  const tracker = page()
  if (tracker.fbq !== undefined) tracker.fbq('consent', isAllowed ? 'grant' : 'revoke')
  if (!isAllowed || tracker.fbq !== undefined) return
  const queue: PixelQueue = Object.assign(
    (...command: unknown[]) => {
      if (queue.callMethod === undefined) queue.queue.push(command)
      else queue.callMethod(...command)
    },
    { queue: [], loaded: true, version: '2.0' },
  )
  tracker.fbq = queue
  // oxlint-disable-next-line no-underscore-dangle -- the pixel's own name
  tracker._fbq = queue
  queue('init', id)
  queue('track', 'PageView')
  loadScript('https://connect.facebook.net/en_US/fbevents.js')
}

function loadScript(address: string): void {
  const script = document.createElement('script')
  script.async = true
  script.src = address
  document.head.append(script)
}
