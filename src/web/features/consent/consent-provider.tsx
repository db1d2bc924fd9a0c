import {
  createContext,
  startTransition,
  use,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react'
import type { ConsentBody } from '#contracts/privacy'
import type { PublicConfig } from '#contracts/pages'
import { allowsThirdParties } from '#contracts/screens'
import { useSession } from '../../lib/session.ts'
import { isSignedIn, onSignInElsewhere } from '../../lib/signed-in.ts'
import { browserStorage, onOtherTab, RECENTLY_SEEN_KEY } from '../../lib/storage.ts'
import {
  CONSENT_KEY,
  consentRecord,
  cookieDeletions,
  cookiesToClear,
  NOTHING_ALLOWED,
  parseConsent,
  startConsent,
  type ConsentChoice,
  type ConsentRecord,
  type ConsentStart,
  type PrivacySignals,
} from './consent.ts'

/** The choice and the ways to change it (specification 1, sections 2 and 4). */
export interface ConsentAccess {
  readonly choice: ConsentChoice
  /** False until the browser's record has been read. */
  readonly isReady: boolean
  readonly isBannerShown: boolean
  readonly isDialogOpen: boolean
  /** A global privacy signal was honored, which the dialog shows. */
  readonly isSignalHonored: boolean
  acceptAll(): void
  rejectAll(): void
  save(choice: ConsentChoice): void
  /** Opt-out of sale and sharing: marketing goes off, the rest stays. */
  optOutOfSale(): void
  /** Forgets the choice, shows the banner again and turns tracking off. */
  reset(): void
  openDialog(): void
  closeDialog(): void
  /** Reports a search to analytics and to the marketing pixel, each only with its consent. */
  trackSearch(term: string): void
}

const ConsentContext = createContext<ConsentAccess | null>(null)

/** The visitor's consent. @throws Error outside of a ConsentProvider (specification 1, section 8) */
export function useConsent(): ConsentAccess {
  const consent = use(ConsentContext)
  if (consent === null) throw new Error('useConsent must be used within a ConsentProvider')
  return consent
}

/** The storage key for the time of a choice that was made in spite of a global privacy signal. */
const DESPITE_SIGNAL_KEY = 'cookie-consent-despite-signal'

interface State {
  readonly choice: ConsentChoice
  readonly isReady: boolean
  readonly isBannerShown: boolean
}

const UNKNOWN: State = { choice: NOTHING_ALLOWED, isReady: false, isBannerShown: false }

interface ConsentProviderProps {
  readonly config: PublicConfig
  readonly children: ReactNode
}

export function ConsentProvider({ config, children }: ConsentProviderProps) {
  const [state, setState] = useState<State>(UNKNOWN)
  const [isDialogOpen, setDialogOpen] = useState(false)
  const [signals, setSignals] = useState<PrivacySignals>({ gpc: false, dnt: false })
  const before = useRef<ConsentChoice>(NOTHING_ALLOWED)
  const { user } = useSession()

  useEffect(() => {
    const begin = () => {
      const signals = readSignals()
      const start = startNow()
      if (start.record !== null) {
        writeRecord(start.record)
        logChoice(start.record, 'global-privacy-control')
      }
      deleteDisallowed(start.choice)
      // A change of this context that is no transition would hydrate the whole page at once.
      startTransition(() => {
        setSignals(signals)
        setState({ choice: start.choice, isReady: true, isBannerShown: start.isBannerShown })
      })
    }
    // The browser's storage can be read only after hydration, hence this effect; and in a task of its own, because all
    // effects of the page run in one.
    const timer = setTimeout(begin)
    const stopListening = onOtherTab(CONSENT_KEY, () => {
      const record = readRecord(new Date())
      setState({ choice: record ?? NOTHING_ALLOWED, isReady: true, isBannerShown: record === null })
    })
    return () => {
      clearTimeout(timer)
      stopListening()
    }
  }, [])

  useEffect(() => {
    if (!state.isReady) return
    const { analytics, marketing } = state.choice
    const isWithdrawn = (before.current.analytics && !analytics) || (before.current.marketing && !marketing)
    before.current = state.choice
    if (isWithdrawn) deleteDisallowed(state.choice)
    void applyTrackers({ analytics, marketing }, config)
  }, [state, config])

  // Third-party scripts live as long as the document, so it goes when somebody signs in, here or in another tab.
  useEffect(() => {
    if (user !== null) leaveThirdParties()
    return onSignInElsewhere(leaveThirdParties)
  }, [user])

  const keep = useCallback((choice: ConsentChoice, action: ConsentBody['action']) => {
    const record = consentRecord(choice, new Date())
    writeRecord(record)
    const isDespiteSignal = readSignals().gpc && (choice.analytics || choice.marketing)
    if (isDespiteSignal) browserStorage.setItem(DESPITE_SIGNAL_KEY, record.timestamp)
    else browserStorage.removeItem(DESPITE_SIGNAL_KEY)
    deleteDisallowed(choice)
    logChoice(choice, action)
    // The pressed button disappears with the banner, so the focus moves to the page.
    if (document.activeElement?.closest('[data-consent-banner]'))
      document.querySelector('main')?.focus({ preventScroll: true })
    setState({ choice, isReady: true, isBannerShown: false })
    setDialogOpen(false)
  }, [])

  const access = useMemo<ConsentAccess>(
    () => ({
      choice: state.choice,
      isReady: state.isReady,
      isBannerShown: state.isBannerShown,
      isDialogOpen,
      isSignalHonored: signals.gpc && !state.choice.marketing,
      acceptAll: () => keep({ analytics: true, marketing: true }, 'accept-all'),
      rejectAll: () => keep(NOTHING_ALLOWED, 'reject-all'),
      save: (choice) => keep(choice, 'save'),
      optOutOfSale() {
        // A press of the time before the script came is repeated before the record has been read.
        const { analytics } = state.isReady ? state.choice : startNow().choice
        keep({ analytics, marketing: false }, 'opt-out-of-sale')
      },
      reset() {
        browserStorage.removeItem(CONSENT_KEY)
        browserStorage.removeItem(DESPITE_SIGNAL_KEY)
        deleteDisallowed(NOTHING_ALLOWED)
        logChoice(NOTHING_ALLOWED, 'reset')
        setState({ choice: NOTHING_ALLOWED, isReady: true, isBannerShown: true })
        setDialogOpen(false)
      },
      openDialog: () => setDialogOpen(true),
      closeDialog: () => setDialogOpen(false),
      trackSearch(term) {
        if (!state.choice.analytics && !state.choice.marketing) return
        import('./trackers.ts').then((trackers) => trackers.sendSearch(term, state.choice)).catch(() => undefined)
      },
    }),
    [state, isDialogOpen, signals, keep],
  )
  return <ConsentContext value={access}>{children}</ConsentContext>
}

/** Sends the choice to the consent log. It applies in this browser whether or not this succeeds. */
function logChoice(choice: ConsentChoice, action: ConsentBody['action']): void {
  import('./consent-log.ts').then((log) => log.logConsent(choice, action)).catch(() => undefined)
}

function startNow(): ConsentStart {
  const now = new Date()
  return startConsent(readRecord(now), readSignals(), browserStorage.getItem(DESPITE_SIGNAL_KEY), now)
}

function readSignals(): PrivacySignals {
  const { globalPrivacyControl, doNotTrack } = navigator as Navigator & { globalPrivacyControl?: boolean }
  return { gpc: globalPrivacyControl === true, dnt: doNotTrack === '1' }
}

function readRecord(now: Date): ConsentRecord | null {
  try {
    return parseConsent(JSON.parse(browserStorage.getItem(CONSENT_KEY) ?? 'null'), now)
  } catch {
    return null
  }
}

function writeRecord(record: ConsentRecord): void {
  browserStorage.setItem(CONSENT_KEY, JSON.stringify(record))
}

/** Deletes the cookies, and what the browser keeps, that are not allowed. */
function deleteDisallowed(allowed: ConsentChoice): void {
  if (!allowed.analytics) browserStorage.removeItem(RECENTLY_SEEN_KEY)
  for (const name of cookiesToClear(document.cookie, allowed)) {
    // oxlint-disable-next-line unicorn/no-document-cookie -- cookieStore is not everywhere yet
    for (const deletion of cookieDeletions(name, window.location.hostname)) document.cookie = deletion
  }
}

let haveThirdPartiesRun = false

/**
 * Third-party scripts only with consent, only with an id, never on screens that show or take personal data, and never
 * while somebody is signed in: a script of the page can read the session's token (ADR 0016).
 */
async function applyTrackers(choice: ConsentChoice, config: PublicConfig): Promise<void> {
  const hasIds = config.gaMeasurementId !== null || config.metaPixelId !== null
  if (!hasIds || !allowsThirdParties(window.location.pathname)) return
  const trackers = await import('./trackers.ts')
  if (isSignedIn()) return
  if (choice.analytics || choice.marketing) haveThirdPartiesRun = true
  trackers.apply(choice, config)
}

function leaveThirdParties(): void {
  if (haveThirdPartiesRun) window.location.reload()
}
