import type { Page } from '@playwright/test'
import { enterBackOffice, expect, open, test } from './shop.ts'
import { withLetters } from './walk.ts'

const LETTERS = [16, 20, 24, 32] as const

/** How many pixels a length of the style sheets is. */
function pixelsOf(page: Page, length: string): Promise<number> {
  return page.evaluate((height) => {
    const measure = document.body.appendChild(document.createElement('div'))
    measure.style.height = height
    const { height: pixels } = measure.getBoundingClientRect()
    measure.remove()
    return pixels
  }, length)
}

const heightOf = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => element.getBoundingClientRect().height)

test('the style sheet knows how high the header is, in each size of window and letters', async ({ page }) => {
  await open(page, '/faq')
  const seen = { stays: 0, goes: 0 }
  for (const letters of LETTERS)
    await withLetters(page, letters, async () => {
      for (const width of [320, 390, 768, 1280, 1440]) {
        for (const height of [390, 900]) {
          await page.setViewportSize({ width, height })
          const stays = await page
            .locator('header')
            .evaluate((header) => getComputedStyle(header).position === 'sticky')
          const where = `${width} × ${height} pixels, letters of ${letters}`
          const taken = stays ? await heightOf(page, 'header') : 0
          expect(Math.abs((await pixelsOf(page, 'var(--header)')) - taken), where).toBeLessThan(0.5)
          const padding = await page.evaluate(() => getComputedStyle(document.documentElement).scrollPaddingTop)
          expect(Number.parseFloat(padding), where).toBeGreaterThan(taken)
          seen[stays ? 'stays' : 'goes'] += 1
        }
      }
    })
  expect(Math.min(seen.stays, seen.goes)).toBeGreaterThan(5)
})

test('the style sheet knows how high the bars of the back office are on a phone', async ({ page }) => {
  await enterBackOffice(page)
  for (const letters of LETTERS)
    await withLetters(page, letters, async () => {
      for (const width of [320, 390, 640]) {
        await page.setViewportSize({ width, height: 844 })
        const where = `${width} pixels, letters of ${letters}`
        for (const [bar, length] of [
          ['nav[aria-label="Back office"]', 'var(--rail)'],
          ['[role=tablist][aria-label="Admin sections"]', 'var(--rooms)'],
        ] as const)
          expect(
            Math.abs((await pixelsOf(page, length)) - (await heightOf(page, bar))),
            `${bar}, ${where}`,
          ).toBeLessThan(1)
      }
    })
})

test('a notice stands right below the header on a phone, whatever size its letters have', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const letters of [16, 20, 22])
    await withLetters(page, letters, async () => {
      await open(page, '/press')
      await page.getByRole('button', { name: 'Do Not Sell or Share My Personal Information' }).focus()
      await page.keyboard.press('Enter')
      const notices = page.locator('[aria-label^=Notifications] ol')
      await expect(notices.getByText('Opt-out saved')).toBeVisible()
      const gap = () =>
        notices.evaluate((layer) => {
          const header = Math.max(0, document.querySelector('header')?.getBoundingClientRect().bottom ?? 0)
          const moved = Number.parseFloat(getComputedStyle(layer).translate.split(' ')[1] ?? '0')
          return layer.getBoundingClientRect().top - moved - header
        })
      await expect.poll(async () => Math.abs(await gap()), `letters of ${letters}`).toBeLessThan(0.5)
    })
})

test('a part of a page that an address names begins right below the header', async ({ page }) => {
  for (const [width, height] of [
    [390, 844],
    [768, 1024],
    [1440, 900],
    [844, 390],
  ] as const) {
    await page.setViewportSize({ width, height })
    for (const address of ['/terms#shipping', '/warranty#claim', '/faq#warranty-returns']) {
      await open(page, address)
      const gap = () =>
        page.evaluate(
          (id) => {
            const header = Math.max(0, document.querySelector('header')?.getBoundingClientRect().bottom ?? 0)
            return (document.getElementById(id)?.getBoundingClientRect().top ?? 0) - header
          },
          address.split('#')[1] ?? '',
        )
      await expect.poll(gap, `${address} at ${width} × ${height}`).toBeGreaterThanOrEqual(10)
      expect(await gap(), `${address} at ${width} × ${height}`).toBeLessThan(40)
    }
  }
})

test('what the keyboard comes to in a dialog stands above the buttons at its foot', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 700 })
  await open(page, '/products')
  await page.getByRole('button', { name: /^Filters/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Filters' })
  await expect(dialog).toBeVisible()
  const foot = dialog.locator('[data-dialog-foot]')
  for (let presses = 0; presses < 40; presses++) {
    await page.keyboard.press('Tab')
    const hidden = await foot.evaluate((bar) => {
      const focused = document.activeElement
      if (focused === null || bar.contains(focused)) return 0
      return focused.getBoundingClientRect().bottom - bar.getBoundingClientRect().top
    })
    expect(hidden, `after ${presses + 1} presses`).toBeLessThanOrEqual(0)
  }
})

test('a room says its name and how much waits in it, however much that is', async ({ page }) => {
  const toDo = {
    orders: { pending: 9999, processing: 0, awaitingRelease: 0, openReturns: 0 },
    inbox: { open: 128, late: 0, failed: 0 },
    failedImport: { id: 'a', fileName: 'list.csv', failed: 5000 },
    outOfStock: 0,
    failedJobs: 101,
    withheldMails: 0,
  }
  await page.route('**/api/admin/to-do', (route) => route.fulfill({ json: toDo }))
  await enterBackOffice(page, '/admin/orders')
  const tabs = page.getByRole('tablist', { name: 'Admin sections' })
  await expect(tabs.locator('[data-count="999+"]')).toHaveCount(2)
  /** What stands out of its tab, or is cut in it. */
  const cut = () =>
    tabs.locator('[role=tab] > span:not([hidden])').evaluateAll((parts) =>
      parts.flatMap((part) => {
        const [{ left, right }, tab] = [
          part.getBoundingClientRect(),
          part.closest('[role=tab]')?.getBoundingClientRect(),
        ]
        const isCut = part.scrollWidth > part.clientWidth && getComputedStyle(part).overflowX !== 'visible'
        const standsOut = tab !== undefined && (right > tab.right || left < tab.left)
        return isCut || standsOut ? [part.textContent || part.getAttribute('data-count')] : []
      }),
    )
  for (const width of [1440, 390, 360, 352, 320]) {
    await page.setViewportSize({ width, height: 844 })
    expect(await cut(), `${width} pixels`).toEqual([])
  }
})
