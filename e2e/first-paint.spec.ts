import type { Page } from '@playwright/test'
import { enterBackOffice, expect, holdBack, open, test } from './shop.ts'

/** All rules that the page's sheets from files hold, as text. */
const rulesOfFiles = (page: Page): Promise<string> =>
  page.evaluate(() =>
    [...document.styleSheets]
      .filter(({ href }) => href !== null)
      .flatMap((sheet) => [...sheet.cssRules].map(({ cssText }) => cssText))
      .join('\n'),
  )

/** Place, size and colors of everything in the page's content. */
const looksOfContent = (page: Page): Promise<string> =>
  page.evaluate(() =>
    [...document.querySelectorAll('main *')]
      .map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect()
        const { color, backgroundColor, fontSize, display } = getComputedStyle(element)
        return [element.tagName, x, y, width, height, color, backgroundColor, fontSize, display].join(' ')
      })
      .join('\n'),
  )

for (const path of ['/', '/products', '/products/1', '/cart', '/checkout']) {
  test(`${path} is painted with its style before its stylesheet and its scripts have come`, async ({ page }) => {
    const sheet = await holdBack(page, '**/assets/*.css')
    const scripts = await holdBack(page, '**/assets/*.js')
    // A font that comes after the first look is shown with whatever comes next.
    await page.route('**/*.woff2', (route) => route.abort())
    await page.goto(path, { waitUntil: 'commit' })
    const header = page.getByRole('banner')
    await expect(header.getByRole('link', { name: 'Cart' })).toBeVisible()
    await expect(header).toHaveCSS('border-bottom-style', 'solid')
    // The footer comes after the content.
    await page.getByRole('contentinfo').waitFor({ state: 'attached' })
    const before = await looksOfContent(page)
    sheet.release()
    await page.waitForFunction(() => [...document.styleSheets].some(({ href }) => href !== null))
    expect(await looksOfContent(page)).toBe(before)
    scripts.release()
    await page.locator('html[data-ready]').waitFor({ state: 'attached' })
    const blocking = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter((entry) => (entry as { renderBlockingStatus?: string }).renderBlockingStatus === 'blocking')
        .map(({ name }) => new URL(name).pathname),
    )
    // The cart's script says before the first paint whether there is something in it.
    expect(blocking.filter((name) => name !== '/cart-state.js')).toEqual([])
  })
}

test('a font that comes late moves nothing', async ({ page }) => {
  await page.addInitScript(() => {
    const seen = { shift: 0 }
    Object.assign(window, { seen })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shift += (entry as PerformanceEntry & { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  for (const path of ['/', '/products/1']) {
    const font = await holdBack(page, '**/*.woff2')
    await page.goto(path, { waitUntil: 'commit' })
    await page.locator('html[data-ready]').waitFor({ state: 'attached' })
    font.release()
    await page.waitForFunction(() => document.fonts.check('700 20px "Bricolage Grotesque"'))
    const shift = await page.evaluate(() => (window as unknown as { seen: { shift: number } }).seen.shift)
    expect(shift).toBeLessThan(0.01)
  }
})

test('the look of the back office comes with the back office', async ({ page }) => {
  await open(page, '/')
  expect(await rulesOfFiles(page)).not.toContain('print-sheets')
  const shop = (await rulesOfFiles(page)).length
  await enterBackOffice(page)
  expect((await rulesOfFiles(page)).length).toBeGreaterThan(shop)
})

test('a product shows its price and its button in the first screen of a phone, and further down in a bar', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/products/1')
  await expect(page.locator('html[data-ready]')).toBeAttached()
  const main = page.getByRole('main')
  const bar = page.getByRole('region', { name: /^Buy / })
  await expect(main.getByRole('button', { name: 'Add to Cart' }).first()).toBeInViewport({ ratio: 1 })
  await expect(bar).toHaveCount(0)
  await main.getByRole('tablist').evaluate((tabs) => tabs.scrollIntoView())
  await expect(bar.getByRole('button', { name: 'Add to Cart' })).toBeInViewport()
  await main.getByRole('heading', { level: 1 }).scrollIntoViewIfNeeded()
  await expect(bar).toHaveCount(0)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('a page has its whole style', async ({ page }) => {
    await page.goto('/products')
    await expect(page.getByRole('banner')).toHaveCSS('border-bottom-style', 'solid')
    await expect(page.getByRole('article').first()).toHaveCSS('display', 'grid')
    await expect(page.locator('body > link[rel=stylesheet]')).toHaveCount(1)
  })
})
