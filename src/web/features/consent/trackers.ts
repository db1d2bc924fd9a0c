import type { PublicConfig } from '#contracts/pages'
import { allowsThirdParties } from '#contracts/screens'
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

/** Loads what is allowed and configured, and silences what is not (specification 1, section 4). */
export function apply(choice: ConsentChoice, config: PublicConfig): void {
  // A document that was opened on such a screen never loads third parties, whatever screens follow.
  if (!allowsThirdParties(openedAt()) || !allowsThirdParties(window.location.pathname)) return
  if (choice.analytics || choice.marketing) leaveBehindOnSensitiveScreens(config)
  const { gaMeasurementId, metaPixelId } = config
  if (gaMeasurementId !== null) applyAnalytics(gaMeasurementId, choice.analytics)
  if (metaPixelId !== null) applyPixel(metaPixelId, choice.marketing)
}

function openedAt(): string {
  const [navigation] = performance.getEntriesByType('navigation')
  return navigation === undefined ? window.location.pathname : new URL(navigation.name, window.location.href).pathname
}

/** Reports a search to each third party that is loaded and allowed. */
export function sendSearch(term: string, choice: ConsentChoice): void {
  if (choice.analytics) page().gtag?.('event', 'search', { search_term: term })
  if (choice.marketing) page().fbq?.('track', 'Search', { search_string: term })
}

/**
 * Third-party scripts live as long as the document. So a screen that shows or takes personal data is opened as a new
 * document without them; they are disabled until it has loaded.
 */
function leaveBehindOnSensitiveScreens(config: PublicConfig): void {
  if (isGuarded) return
  isGuarded = true
  const followLink = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const isForTheBrowser = event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
    if (link === null || isForTheBrowser || link.origin !== window.location.origin) return
    if (allowsThirdParties(link.pathname)) return
    silence(config)
    // The router does not see the click, so the browser opens the link itself.
    event.stopPropagation()
  }
  const goBack = () => {
    if (allowsThirdParties(window.location.pathname)) return
    silence(config)
    window.location.reload()
  }
  document.addEventListener('click', followLink, true)
  window.addEventListener('popstate', goBack, true)
}

function silence({ gaMeasurementId, metaPixelId }: PublicConfig): void {
  if (gaMeasurementId !== null) page()[`ga-disable-${gaMeasurementId}`] = true
  if (metaPixelId !== null) page().fbq?.('consent', 'revoke')
}

let isGuarded = false

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
