import { useEffect, type RefObject } from 'react'

/**
 * Why a form was not sent stands in sight as soon as it is said, and what was pressed below it does, too: on a phone the
 * words push it out of the window.
 * @param said what it says; null while it says nothing
 */
export function useInSight(words: RefObject<HTMLElement | null>, said: unknown): void {
  useEffect(() => {
    if (said !== null && words.current !== null) bringIntoSight(words.current, document.activeElement)
  }, [words, said])
}

/** Moves the window as little as shows both, or the words where there is no room for both. */
export function bringIntoSight(words: HTMLElement, pressed: Element | null): void {
  if (pressed !== null && words.closest('form')?.contains(pressed) === true)
    pressed.scrollIntoView({ block: 'nearest' })
  words.scrollIntoView({ block: 'nearest' })
}
