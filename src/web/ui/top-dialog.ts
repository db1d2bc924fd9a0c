/** The dialog that lies over all others, if one is open: what opens later stands later in the page. */
export function topDialog(): Element | undefined {
  return [...document.querySelectorAll('[role=dialog]')].at(-1)
}
