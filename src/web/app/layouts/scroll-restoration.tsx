import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import { paths } from '../../lib/paths.ts'
import { tabStorage } from '../../lib/storage.ts'

const PLACES_KEY = 'scroll-places'

const useBrowserLayoutEffect = typeof window === 'undefined' ? useEffect : useLayoutEffect

/**
 * What a browser does between documents, done between pages: a new page begins at its top with the focus on its
 * heading and its title read aloud; Back returns to where one was. A control that refines the page it stands on
 * (a filter, a sort) keeps place and focus.
 */
export function ScrollRestoration() {
  const { key, hash, pathname } = useLocation()
  const navigationType = useNavigationType()
  const [title, setTitle] = useState('')
  const shownKey = useRef<string | null>(null)
  const shownRoom = useRef<string | null>(null)
  /** The first page is read aloud by the browser itself. */
  const firstKey = useRef<string | null>(null)

  useEffect(() => {
    window.history.scrollRestoration = 'manual'
    const note = () => notePlace(shownKey.current)
    window.addEventListener('pagehide', note)
    return () => window.removeEventListener('pagehide', note)
  }, [])

  useEffect(() => {
    let frame = 0
    const note = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => notePlace(shownKey.current))
    }
    window.addEventListener('scroll', note, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('scroll', note)
    }
  }, [])

  useBrowserLayoutEffect(() => {
    const isFirst = shownKey.current === null
    shownKey.current = key
    const room = roomOf(pathname)
    const isSameRoom = room !== null && room === shownRoom.current
    shownRoom.current = room
    if (isSameRoom) return
    if (navigationType === 'POP') {
      // An address that is opened once more keeps its key, and begins at its top: only a reload or Back returns to a place,
      // unless the visitor has scrolled before the script came.
      const stopReturning =
        isFirst && (!isReturn() || (hash === '' && window.scrollY > 0)) ? undefined : returnTo(places()[key] ?? null)
      const stopFocusing = isFirst ? null : focusHeading()
      return () => {
        stopReturning?.()
        stopFocusing?.()
      }
    }
    if (navigationType === 'REPLACE' && isFirst) return
    if (isRefining()) return
    const named = hash === '' ? null : document.getElementById(decodeURIComponent(hash.slice(1)))
    if (named !== null) named.scrollIntoView()
    else window.scrollTo(0, 0)
    return focusHeading(named)
  }, [key, hash, navigationType, pathname])

  useEffect(() => {
    if (firstKey.current === null || firstKey.current === key) {
      firstKey.current = key
      return
    }
    // The page sets its title in its own effect, and may need an answer of the server for it.
    const timer = setTimeout(() => setTitle(document.title), 150)
    return () => clearTimeout(timer)
  }, [key])

  return (
    <p role="status" className="sr-only">
      {title}
    </p>
  )
}

/** Where the browser does not say how the page was reached, the page begins at its top. */
function isReturn(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return navigation?.type === 'reload' || navigation?.type === 'back_forward'
}

/** The room of the back office at a path: what opens over its list, and another view of it, are no other page. */
function roomOf(pathname: string): string | null {
  return pathname.startsWith(`${paths.admin()}/`) ? (pathname.split('/')[2] ?? null) : null
}

/** Did a field of the page itself (no link) cause the move? */
function isRefining(): boolean {
  const focused = document.activeElement
  return focused !== null && focused.matches('main :is(input, select, textarea, button, [role=tab])')
}

/**
 * Gives the page's heading the focus, or the heading of the part that the address names. A page that waits for an
 * answer may show its heading late, or render it again: for three seconds the focus follows, as long as nobody presses
 * anything.
 */
function focusHeading(named: HTMLElement | null = null): () => void {
  const focus = () => {
    const heading =
      headingOf(named) ?? document.querySelector<HTMLElement>('main h1') ?? document.getElementById('content')
    if (heading === null || heading === document.activeElement) return
    if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }
  const observer = new MutationObserver(() => {
    const focused = document.activeElement
    if (focused === null || focused === document.body || focused.id === 'content') focus()
  })
  const stop = untilVisitorActs(PRESSES, observer)
  observer.observe(document.getElementById('content') ?? document.body, { childList: true, subtree: true })
  focus()
  return stop
}

/** The heading of a part of the page, while it is there. */
function headingOf(part: HTMLElement | null): HTMLElement | null {
  if (part?.isConnected !== true) return null
  return part.matches('h2') ? part : part.querySelector('h2')
}

const PRESSES = ['pointerdown', 'keydown']

/** Has something watched for three seconds, as long as the visitor does nothing of these kinds. Returns what ends it. */
function untilVisitorActs(kinds: readonly string[], watch: { disconnect(): void }): () => void {
  const stop = () => {
    watch.disconnect()
    clearTimeout(timer)
    for (const kind of kinds) window.removeEventListener(kind, stop, true)
  }
  const timer = setTimeout(stop, 3000)
  for (const kind of kinds) window.addEventListener(kind, stop, { capture: true, passive: true })
  return stop
}

function places(): Record<string, number> {
  try {
    const noted: unknown = JSON.parse(tabStorage.getItem(PLACES_KEY) ?? '{}')
    return typeof noted === 'object' && noted !== null ? (noted as Record<string, number>) : {}
  } catch {
    return {}
  }
}

function notePlace(key: string | null): void {
  if (key === null) return
  const noted = Object.entries(places())
    .filter(([other]) => other !== key)
    .slice(-49)
  tabStorage.setItem(PLACES_KEY, JSON.stringify(Object.fromEntries([...noted, [key, Math.round(window.scrollY)]])))
}

/**
 * Scrolls to a place, also when the page has yet to grow that long (answers still on their way): for three seconds, as
 * long as the visitor does not begin to scroll. A press is a touch and the scroll bar, too.
 */
function returnTo(place: number | null): (() => void) | undefined {
  if (place === null) return
  const isThere = () => {
    window.scrollTo(0, place)
    return Math.abs(window.scrollY - place) <= 2
  }
  if (isThere()) return
  const observer = new ResizeObserver(() => {
    if (isThere()) stop()
  })
  const stop = untilVisitorActs([...PRESSES, 'wheel'], observer)
  observer.observe(document.body)
  return stop
}
