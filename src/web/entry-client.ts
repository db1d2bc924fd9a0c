import './styles/shop.css'
import { showLastResort } from './lib/last-resort.ts'

/**
 * React, the shop, then the page: each of them runs in a task of its own, so that a press is answered in between. In one
 * task, as a module runs with everything that it imports, they keep a slow phone busy for 150 ms and more.
 */
async function start(): Promise<void> {
  await import('./framework.ts')
  await anotherTask()
  const { startApp } = await import('./start.tsx')
  await anotherTask()
  await startApp(showLastResort)
}

function anotherTask(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve)
  })
}

/**
 * A script of the shop itself did not come. Browsers remember that until the document is loaded anew, which is done once,
 * and only when the shop answers with a page: one that can be read is better than what a proxy says in place of a shop that
 * starts anew. One that stays empty says so.
 */
async function startOver(cause: unknown): Promise<void> {
  console.warn('The shop did not start', cause)
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (navigation?.type !== 'reload' && (await isShopThere())) return window.location.reload()
  const root = document.getElementById('root')
  if (root?.firstElementChild === null) showLastResort(root)
}

async function isShopThere(): Promise<boolean> {
  try {
    const { ok, status } = await fetch(window.location.href, { method: 'HEAD', cache: 'no-store' })
    return ok || status === 404
  } catch {
    return false
  }
}

start().catch(startOver)
