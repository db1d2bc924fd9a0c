import { expect, holdBack, open, test } from './shop.ts'

test('a late answer never replaces the suggestions for what was typed after it', async ({ page }) => {
  await open(page, '/')
  const search = page.getByRole('combobox', { name: 'Search products' })
  const options = page.getByRole('option')
  const early = await holdBack(page, /search-suggestions\?q=canon/)
  const request = page.waitForRequest(/search-suggestions\?q=canon/)
  await search.fill('canon')
  await request
  const answer = page.waitForResponse(/search-suggestions\?q=epson/)
  await search.fill('epson')
  // The script of an option comes with the first of them, so they may not all be there at once.
  const shown = (await (await answer).json()) as string[]
  await expect(options).toHaveText(shown)

  const late = page.waitForResponse(/search-suggestions\?q=canon/)
  early.release()
  await (await late).finished()
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  expect(await options.allTextContents()).toEqual(shown)

  // Nor do those for what was typed before stay where there are no others.
  await page.route(/search-suggestions\?q=brother/, (route) => route.abort())
  await search.fill('brother')
  await expect(options.filter({ hasText: 'Epson' })).toHaveCount(0)
})

test('Enter in the filter for a printer chooses no model of what was typed before', async ({ page }) => {
  await open(page, '/products?category=supplies')
  const filter = page.getByRole('group', { name: 'Fits this printer' }).first()
  const printer = filter.getByRole('searchbox')
  await printer.fill('EcoTank')
  await expect(filter.getByRole('checkbox', { name: /HP/ })).toHaveCount(0)
  await holdBack(page, /modelsLike=PIXMA/)
  const request = page.waitForRequest(/modelsLike=PIXMA/)
  await printer.fill('PIXMA')
  await request
  await printer.press('Enter')
  await expect(page).toHaveURL(/search=PIXMA/)
  expect(page.url()).not.toContain('fits=')
})
