import type { MouseEvent } from 'react'

/** The first stop of the keyboard on every page: past the frame, to what the page is about. */
export function SkipLink() {
  return (
    <a
      href="#content"
      onClick={skipToContent}
      data-print="hide"
      className="fixed top-2 left-2 z-70 -translate-y-24 rounded border-2 border-ink bg-yellow px-4 py-2.5 font-semibold text-on-yellow focus-visible:translate-y-0"
    >
      Skip to content
    </a>
  )
}

/** Not by the address: a fragment would count as another page. */
function skipToContent(event: MouseEvent): void {
  event.preventDefault()
  const content = document.getElementById('content')
  content?.focus({ preventScroll: true })
  content?.scrollIntoView()
}
