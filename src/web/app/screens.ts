import type { ComponentType } from 'react'
import { screenAt, SCREEN_IDS, SCREENS, type ScreenId } from '#contracts/screens'
import { lazyPage, type LazyPage } from './lazy-page.tsx'

const FILES = import.meta.glob<ComponentType>('./pages/*-page.tsx', { import: 'default' })

/** The page of every screen, each of which comes with its own script. */
const PAGES = new Map<ScreenId, LazyPage>(
  SCREEN_IDS.map((id) => [id, lazyPage(FILES[`./pages/${id}-page.tsx`] ?? missing(id))]),
)

function missing(id: ScreenId): () => Promise<never> {
  return () => Promise.reject(new Error(`The screen ${id} has no page file`))
}

export const PAGE_ROUTES = [...PAGES].map(([id, { Page }]) => ({ id, path: SCREENS[id].path, Page }))

/** Fetches the script of the page at this path, so that it opens at once. */
export async function preloadPage(pathname: string): Promise<void> {
  await PAGES.get(screenAt(pathname).id)?.preload()
}

/** The same for the page that is shown next (`LazyPage.prepare`). */
export async function preparePage(pathname: string): Promise<void> {
  await PAGES.get(screenAt(pathname).id)?.prepare()
}
