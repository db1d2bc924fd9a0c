import type { Page } from '@playwright/test'
import { expect, test } from './shop.ts'

/** Less than half of the home page: a section of it may come into view with the press. */
const MAX_ELEMENTS = 300

test.use({ viewport: { width: 390, height: 844 } })

for (const [what, press] of [
  ['puts a product into the cart', (page: Page) => page.getByRole('button', { name: 'Add to Cart' }).first().click()],
  ['opens the search', (page: Page) => page.getByRole('button', { name: 'Search' }).click()],
  ['opens the menu', (page: Page) => page.getByRole('button', { name: 'Menu' }).click()],
] as const)
  test(`a press that ${what} has the style of few elements computed`, async ({ page, browser }) => {
    await page.goto('/')
    await expect(page.getByRole('region', { name: 'Cookie consent' })).toBeVisible()
    await page.waitForLoadState('networkidle')
    await page.getByRole('button', { name: 'Add to Cart' }).first().scrollIntoViewIfNeeded()
    await page.waitForTimeout(500)

    await browser.startTracing(page, { categories: ['devtools.timeline'] })
    await press(page)
    await page.waitForTimeout(500)
    const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
    const computed = traceEvents
      .filter(({ name }) => name === 'UpdateLayoutTree')
      .map(({ args }) => args?.elementCount ?? 0)
    expect(computed.length).toBeGreaterThan(0)
    expect(Math.max(...computed)).toBeLessThan(MAX_ELEMENTS)
  })

interface TraceEvent {
  readonly name: string
  readonly args?: { readonly elementCount?: number }
}
