import { atom } from 'jotai'
import { store } from './store.ts'

/** How many scripts of pages and dialogs are on their way that somebody waits for. */
export const loadingScripts = atom(0)

/** Notes that somebody waits for a script. @returns ends it */
export function waitForScript(): () => void {
  store.set(loadingScripts, (count) => count + 1)
  return () => store.set(loadingScripts, (count) => count - 1)
}
