import { useEffect } from 'react'
import { isFocusLost } from '../lib/is-focus-lost.ts'
import { topDialog } from './top-dialog.ts'

const STOPS = ':is(a[href], button, input, select, textarea, summary):not(:disabled)'
const TYPED = ':is(textarea, input:not([type=checkbox], [type=radio], [type=file])):not(:disabled)'
const HEADINGS = 'h1, h2, h3, h4'
const ROW = 'tbody > tr, li, [data-row]'
/** Nothing beyond it is gone to. */
const EDGE = '[role=dialog], main'
/** It stands in for what comes. */
const STAND_IN = '[aria-busy=true]'
/** What was pressed may be disabled for a moment alone (`useCooldown`), in ms. */
const DISABLED_FOR_A_MOMENT_MS = 700
/** A dialog that closes, and who else moves the focus on purpose, does it by then, in ms. */
const GIVEN_BACK_AFTER_MS = 100

/** Something, and where it stands in what. */
interface Step {
  readonly element: Element
  readonly index: number
  readonly isRow: boolean
}

/** What had the focus, and all around it from within. */
type Place = readonly Step[]

/**
 * Keeps the focus where somebody works, whatever becomes of the control that has it: when it is gone, the same control
 * of the row that took the place of its row has the focus, or what its row still has, else the heading of what stands
 * there or above; when it was disabled, the field before it. What is still on its way is waited for. Who takes the focus
 * on purpose comes first, and the page stays where it is.
 */
export function useFocusKeeper(): void {
  useEffect(() => {
    let place: Place = []
    let waiting = 0
    const giveBack = () => {
      waiting = 0
      const control = place[0]?.element
      if (control === undefined || !isFocusLost() || !document.hasFocus()) return
      if (isBeneathDialog(place) || isOnItsWay(place)) return
      const goal = isUsable(control) ? control : (inRow(place) ?? fieldBefore(place) ?? goalNear(place))
      if (goal instanceof HTMLElement) goal.focus({ preventScroll: true })
    }
    /** On a busy page, what enables the control again may have been due before this and come after. */
    const lookOnceMore = () => {
      waiting = window.setTimeout(giveBack, GIVEN_BACK_AFTER_MS)
    }
    const look = () => {
      const control = place[0]?.element
      // From a control that can be used the focus was taken on purpose.
      if (waiting !== 0 || control === undefined || !isFocusLost() || isUsable(control)) return
      if (control.isConnected) waiting = window.setTimeout(lookOnceMore, DISABLED_FOR_A_MOMENT_MS)
      else lookOnceMore()
    }
    const follow = () => {
      if (isFocusLost()) return
      place = placeOf(document.activeElement)
      // What is lost from here on has a time of its own.
      clearTimeout(waiting)
      waiting = 0
    }
    /** A press beside all controls takes the focus away on purpose. */
    const forget = () => {
      if (document.activeElement === document.body) place = []
    }
    follow()
    const observer = new MutationObserver(look)
    observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled', 'aria-busy'] })
    document.addEventListener('focusin', follow)
    document.addEventListener('pointerup', forget)
    return () => {
      observer.disconnect()
      clearTimeout(waiting)
      document.removeEventListener('focusin', follow)
      document.removeEventListener('pointerup', forget)
    }
  }, [])
}

function placeOf(control: Element | null): Place {
  const place: Step[] = []
  for (let each = control; each !== null && each !== document.body; each = each.parentElement) {
    const index = each.parentElement === null ? 0 : [...each.parentElement.children].indexOf(each)
    place.push({ element: each, index, isRow: each.matches(ROW) })
  }
  return place
}

/** Whether a dialog has opened over it. */
function isBeneathDialog(place: Place): boolean {
  const dialog = topDialog()
  return dialog !== undefined && !place.some(({ element }) => element === dialog)
}

/** Whether a stand-in is where something stood that is gone; it will not be there for long. */
function isOnItsWay(place: Place): boolean {
  const [instead, around] = whatCame(place)
  const isStandIn = (part: Element | undefined) => part?.matches(STAND_IN) === true
  return isStandIn(around) || isStandIn(instead) || isStandIn(instead?.querySelector(STAND_IN) ?? undefined)
}

/** What stands where something stood that is gone, and what is around it. */
function whatCame(place: Place): readonly [instead: Element | undefined, around: Element | undefined] {
  const depth = place.findIndex(({ element }) => element.isConnected)
  const [gone, around] = [place[depth - 1], place[depth]?.element]
  return gone === undefined ? [undefined, undefined] : [around?.children[gone.index], around]
}

function isUsable(control: Element): boolean {
  return control.isConnected && control.matches(':not(:disabled)') && control.checkVisibility()
}

/** The same control of the row that stands where the row stood, or the first one that the row still has. */
function inRow(place: Place): HTMLElement | undefined {
  const [control] = place
  const at = place.findIndex(({ isRow }) => isRow)
  const [row, list] = place.slice(at)
  if (at === -1 || control === undefined || row === undefined || list?.element.isConnected !== true) return undefined
  if (row.element.isConnected) return control.element.isConnected ? undefined : stopsOf(row.element)[0]
  const rows = [...list.element.children].filter((each) => each.matches(ROW))
  const next = rows[Math.min(row.index, rows.length - 1)]
  if (next === undefined) return undefined
  const stops = stopsOf(next)
  return stops[[...row.element.querySelectorAll(STOPS)].indexOf(control.element)] ?? stops[0]
}

function stopsOf(row: Element): readonly HTMLElement[] {
  return [...row.querySelectorAll<HTMLElement>(STOPS)].filter((each) => each.checkVisibility())
}

/** The field above a button that was disabled, because what it sends has been sent, or beside one that is gone. */
function fieldBefore(place: Place): HTMLElement | undefined {
  const [control, around] = [place[0]?.element, place[1]?.element]
  if (control === undefined) return undefined
  if (!control.isConnected)
    return around?.isConnected === true ? fieldsOf(around.children[(place[0]?.index ?? 0) - 1])[0] : undefined
  for (const { element } of place) {
    const isBefore = (field: Element) => (control.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_PRECEDING) > 0
    const field = [...element.querySelectorAll<HTMLElement>(TYPED)].findLast(isBefore)
    if (field?.checkVisibility() === true) return field
    if (element.matches(EDGE)) return undefined
  }
  return undefined
}

/** What is typed or chosen in the part that stands before a button. */
function fieldsOf(part: Element | undefined): readonly HTMLElement[] {
  return [...(part?.querySelectorAll<HTMLElement>(`${TYPED}, select:not(:disabled)`) ?? [])]
}

/**
 * The heading of what took its place, else the one above; where that is out of sight, what took its place or is around
 * it. The page's content for what stands beside it.
 */
function goalNear(place: Place): HTMLElement | undefined {
  const around = place.flatMap(({ element }) => (element.isConnected ? [element] : []))
  if (!around.some((each) => each.matches(EDGE))) return asGoal(document.querySelector('main'))
  const [came] = whatCame(place)
  const own = came === undefined ? undefined : headingsOf(came)[0]
  const others = [headingAbove(place), came, ...around]
  return asGoal(own ?? others.find((each) => each !== undefined && isInSight(each)))
}

/** The nearest heading that stands before it. */
function headingAbove(place: Place): HTMLElement | undefined {
  for (const [depth, { index }] of place.entries()) {
    const around = place[depth + 1]?.element
    if (around?.isConnected !== true) continue
    const before = [...around.children].slice(0, index).toReversed()
    const heading = before.flatMap((each) => headingsOf(each).toReversed())[0]
    if (heading !== undefined || around.matches(EDGE)) return heading
  }
  return undefined
}

/** Whether some of it is in the window; what is there for screen readers alone is a pixel. */
function isInSight(element: Element): boolean {
  const { top, bottom, height } = element.getBoundingClientRect()
  return height > 1 && bottom > 0 && top < window.innerHeight
}

function headingsOf(element: Element): readonly HTMLElement[] {
  const own = element instanceof HTMLElement && element.matches(HEADINGS) ? [element] : []
  return [...own, ...element.querySelectorAll<HTMLElement>(HEADINGS)].filter(
    (each) => each.offsetWidth > 1 && each.closest('[aria-hidden=true]') === null,
  )
}

/** It is read aloud, and the next control is one press of Tab away. */
function asGoal(element: Element | null | undefined): HTMLElement | undefined {
  if (!(element instanceof HTMLElement)) return undefined
  if (element.tabIndex < 0 && !element.hasAttribute('tabindex')) element.tabIndex = -1
  return element
}
