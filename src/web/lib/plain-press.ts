import type { MouseEvent } from 'react'

/** Does this instead of following a link, unless the press asks for a new window, a tab or a download. */
export function onPlainPress(act: () => void): (event: MouseEvent) => void {
  return (event) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    act()
  }
}
