import { expect, holdBack, open, test } from './shop.ts'

test('a late answer never replaces the suggestions for what was typed after it', async ({ page }) => {
  await open(page, '/')
  const search = page.getByRole('combobox', { name: 'Search products' })
  const options = page.getByRole('option')
  const early = await holdBack(page, /search-suggestions\?q=canon/)
  const request = page.waitForRequest(/search-suggestions\?q=canon/)
  await search.fill('canon')
  await request
  await search.fill('epson')
  await expect(options.first()).toContainText('Epson')
  const shown = await options.allTextContents()

  const late = page.waitForResponse(/search-suggestions\?q=canon/)
  early.release()
  await (await late).finished()
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  expect(await options.allTextContents()).toEqual(shown)
})
