import { startTransition } from 'react'
import { BrowserRouter } from 'react-router-dom'
import { App } from './app/app.tsx'
import { preparePage } from './app/screens.ts'
import { createRoot, hydrateRoot } from './framework.ts'
import { leaveKeysToInputMethods } from './lib/composing-keys.ts'
import { stopKeepingPresses } from './lib/early-press.ts'
import { keepServersHead } from './lib/head.tsx'
import { readPageData } from './lib/page-data.ts'
import { watchSignOuts } from './lib/end-of-drafts.ts'
import { store } from './lib/store.ts'

/**
 * Renders the page, or takes over the server's.
 * @param showLastResort called with the root when nothing of the shop could be kept
 * @throws when the document has no #root
 */
export async function startApp(showLastResort: (root: HTMLElement) => void): Promise<void> {
  const root = document.getElementById('root')
  if (root === null) throw new Error('The page has no #root')
  watchSignOuts()
  leaveKeysToInputMethods()
  nameFirstEntry()
  const data = readPageData(document.getElementById('page-data')?.textContent)
  const app = (
    <BrowserRouter>
      <App data={data} store={store} />
    </BrowserRouter>
  )
  const options = {
    // The boundaries report what they catch themselves.
    onCaughtError: () => {},
    onUncaughtError(error: unknown) {
      console.error('The shop failed', error)
      queueMicrotask(() => showLastResort(root))
    },
  }
  const isServerRendered = root.firstElementChild !== null
  if (!isServerRendered) {
    createRoot(root, options).render(app)
    return
  }
  // The page's script first, so that the server's HTML stays as it is; then the page comes alive in small steps, between
  // which a tap is answered.
  await preparePage(window.location.pathname)
  keepServersHead()
  stopKeepingPresses()
  startTransition(() => void hydrateRoot(root, app, options))
}

/** The router gives each entry of the history a key of its own, by which Back finds its place, but not a document's first. */
function nameFirstEntry(): void {
  const state = window.history.state as { readonly key?: string } | null
  if (state?.key === undefined) window.history.replaceState({ ...state, key: Math.random().toString(36).slice(2) }, '')
}
