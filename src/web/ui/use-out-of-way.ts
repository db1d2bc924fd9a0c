import { useEffect, useState, type RefObject } from 'react'
import { leastCover, type Box, type InTheWay, type Place } from './least-cover.ts'
import { topDialog } from './top-dialog.ts'

/** Where a floating layer stands. */
export interface Stand {
  /** On the other side than usual. */
  readonly isAside: boolean
  /** How far it has moved from there, in pixels; up is negative. */
  readonly moved: number
  /** How much of the window's top is taken by the page's header, in pixels. */
  readonly head: number
  /** How much of the window's foot is taken by what stands there, or at the foot of the dialog over it, in pixels. */
  readonly foot: number
}

const USUAL: Stand = { isAside: false, moved: 0, head: 0, foot: 0 }
/** What changes at the root when something else stands at the window's foot (`useFootPadding`), or a dialog over it all. */
const MARKS = ['style', 'data-has-dialog']
const CONTROLS = 'a[href], button, input, select, textarea'
/** More than all controls of a window. */
const FOCUS_WEIGHT = 10_000
const ALERT_WEIGHT = 1000
/** What the page says of what somebody did: what is wrong with a field, or that no more are left. */
const MESSAGE_WEIGHT = 3
/** Nobody presses it, but it says where a press has led: "Order Confirmed". */
const HEADING_WEIGHT = 0.6
/** What somebody is about to decide on, such as name and price of a product: rather its pictures are hidden. */
const SUBJECT_WEIGHT = 4
/** What was pressed last is likely to be pressed again. */
const PRESSED_WEIGHT = 100

/**
 * Where a layer that floats over the page hides least of it, or of the dialog that lies over the page: looked at whenever
 * something comes into the layer or goes, or to the window's foot, when a dialog opens, closes or changes its size, and
 * whenever the focus moves to what it hides. It must hide neither the control that has the keyboard's focus or is to be corrected, with its
 * label and what is wrong, nor what the page announces as an alert, nor what was pressed last, nor what is decided on
 * (`data-subject`), and as few other controls as can be.
 * @param placesOf the places where the layer may stand, the usual one first
 */
export function useOutOfWay(
  layer: RefObject<HTMLElement | null>,
  placesOf: (
    size: { readonly width: number; readonly height: number },
    taken: Pick<Stand, 'head' | 'foot'>,
  ) => readonly [Place, Place],
): Stand {
  const [stand, setStand] = useState(USUAL)
  useEffect(() => {
    const floating = layer.current
    if (floating === null) return
    // A button that is disabled for a moment loses the focus.
    let pressed: Element | null = document.activeElement
    function notePress({ target }: Event): void {
      pressed = target instanceof Element ? (target.closest(CONTROLS) ?? pressed) : pressed
    }

    /** The dialog and its foot, whose sizes are watched: what comes into them later may grow below the layer. */
    let watched: readonly Element[] = []
    function watch(parts: readonly Element[]): void {
      for (const part of watched) if (!parts.includes(part)) grown.unobserve(part)
      for (const part of parts) if (!watched.includes(part)) grown.observe(part)
      watched = parts
    }
    function look(): void {
      if (floating === null || floating.childElementCount === 0) return setStand(USUAL)
      const dialog = topDialog()
      const dialogFoot = dialog?.querySelector('[data-dialog-foot]')
      watch([dialog, dialogFoot].filter((part) => part instanceof Element))
      const foot = Math.max(
        Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingBottom) || 0,
        dialogFoot instanceof Element ? window.innerHeight - dialogFoot.getBoundingClientRect().top : 0,
      )
      const head = headOfWindow()
      const { place, moved } = leastCover(placesOf(sizeOf(floating), { head, foot }), thingsBelow(floating, pressed))
      setStand({ isAside: place === 1, moved, head, foot })
    }
    function lookAtFocus({ target }: FocusEvent): void {
      if (floating === null || !(target instanceof Element) || floating.contains(target)) return
      if (isAttendedTo(target) && overlap(fieldOf(target), floating.getBoundingClientRect())) look()
    }
    const grown = new ResizeObserver(look)
    grown.observe(floating)
    // A toast may take the place of one of the same size.
    const replaced = new MutationObserver(look)
    replaced.observe(floating, { childList: true })
    // What it stands above at the window's foot may come after it.
    replaced.observe(document.documentElement, { attributeFilter: MARKS })
    // A drawer is in its place only then.
    function lookAtDialog({ target }: AnimationEvent): void {
      if (target === topDialog()) look()
    }
    document.addEventListener('animationend', lookAtDialog)
    document.addEventListener('focusin', lookAtFocus)
    document.addEventListener('click', notePress, true)
    return () => {
      grown.disconnect()
      replaced.disconnect()
      document.removeEventListener('animationend', lookAtDialog)
      document.removeEventListener('focusin', lookAtFocus)
      document.removeEventListener('click', notePress, true)
    }
  }, [layer, placesOf])
  return stand
}

/** What is left free where the header goes with the page, as on a phone that lies on its side, in pixels. */
const FREE_AT_TOP_PX = 64

/** The lower edge of what stays at the top of the window: the shop's header, or the rail of the back office. */
function headOfWindow(): number {
  const head = document.querySelector('header, nav')
  if (head === null || !['sticky', 'fixed'].includes(getComputedStyle(head).position)) return FREE_AT_TOP_PX
  const { top, bottom } = head.getBoundingClientRect()
  return top > 0 ? 0 : Math.max(0, bottom)
}

function sizeOf(element: Element): { readonly width: number; readonly height: number } {
  const { width, height } = element.getBoundingClientRect()
  return { width, height }
}

/** @param pressed what was pressed last */
function thingsBelow(floating: Element, pressed: Element | null): readonly InTheWay[] {
  const active = document.activeElement
  const focused = active !== null && isAttendedTo(active) ? active : null
  const parts = usableParts()
  const all = (selector: string) => parts.flatMap((part) => [...part.querySelectorAll(selector)])
  const weighed = (selector: string, weight: number): readonly InTheWay[] =>
    all(selector).map((element) => ({ box: element.getBoundingClientRect(), weight }))

  const controls = all(CONTROLS)
  const things = [
    ...controls.map((control) => ({
      box: control === focused ? fieldOf(control) : control.getBoundingClientRect(),
      weight: control === focused ? FOCUS_WEIGHT : control === pressed ? PRESSED_WEIGHT : 1,
    })),
    ...weighed('[role=alert]:not(:empty)', ALERT_WEIGHT),
    ...weighed(':is([id$="-error"], [aria-live]:not(output):not(:empty))', MESSAGE_WEIGHT),
    ...weighed('h1, legend h2, [role=dialog] > :first-child h2', HEADING_WEIGHT),
    ...weighed('[data-subject]', SUBJECT_WEIGHT),
  ]
  // Such as a link of the page's foot.
  if (focused !== null && !controls.includes(focused) && !floating.contains(focused))
    things.push({ box: fieldOf(focused), weight: FOCUS_WEIGHT })
  return things.filter(({ box }) => box.bottom > 0 && box.top < window.innerHeight)
}

/** Where something can be used: in the dialog that lies over all else, or in the page's main part and header. */
function usableParts(): readonly Element[] {
  const dialog = topDialog()
  return dialog === undefined ? [...document.querySelectorAll('main, header')] : [dialog]
}

/** Whether somebody is about to use it. A wrong field gets the focus by itself, which a press does not make visible. */
function isAttendedTo(element: Element): boolean {
  return element.matches(':focus-visible, [aria-invalid=true]')
}

/** A control with its label, and with what is said below it. */
function fieldOf(control: Element): Box {
  const labels = control.id === '' ? [] : document.querySelectorAll(`label[for="${CSS.escape(control.id)}"]`)
  const words = control.getAttribute('aria-describedby')?.split(' ') ?? []
  const parts = [control, ...labels, ...words.flatMap((id) => document.getElementById(id) ?? [])]
  const boxes = parts.map((part) => part.getBoundingClientRect())
  return {
    left: Math.min(...boxes.map(({ left }) => left)),
    top: Math.min(...boxes.map(({ top }) => top)),
    right: Math.max(...boxes.map(({ right }) => right)),
    bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
  }
}

function overlap(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}
