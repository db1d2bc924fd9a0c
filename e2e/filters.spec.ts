import type { Locator } from '@playwright/test'
import { axeFindings, expect, open, rejectTracking, test } from './shop.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

test('a duplex color laser under $400 is three presses from the listing on a phone, and the sheet refines it', async ({
  page,
}) => {
  await open(page, '/products')
  await rejectTracking(page)
  const asked = page.getByRole('navigation', { name: 'Often asked for' })
  await asked.getByRole('link', { name: 'Color laser' }).click()
  await asked.getByRole('link', { name: 'Two-sided' }).click()
  await asked.getByRole('link', { name: 'Up to $400' }).click()
  await expect(page).toHaveURL('/products?price=up-to-400&technology=laser&color=yes&duplex=yes')
  const results = page.getByRole('region', { name: 'Products' }).getByRole('article')
  await expect(results).toHaveCount(2)
  await expect(page.getByRole('list', { name: 'Active filters' }).getByRole('link')).toHaveCount(5)

  await page.getByRole('button', { name: 'Filters (4)' }).click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await expect(sheet.getByRole('checkbox', { name: 'Impact' })).toHaveCount(0)
  await expect(sheet.getByRole('checkbox', { name: 'Inkjet', exact: true })).toBeEnabled()
  await expect(sheet.getByRole('checkbox', { name: 'Faxes' })).toBeDisabled()
  expect(await axeFindings(page)).toEqual([])
  await sheet.getByLabel('Highest price in dollars').fill('$300')
  await sheet.getByRole('button', { name: 'Apply this price' }).click()
  await sheet.getByRole('button', { name: 'Show 1 result' }).click()
  await expect(sheet).toBeHidden()
  await expect(results).toContainText(['Xerox C230'])

  await page.getByRole('link', { name: 'Clear All' }).click()
  await expect(page).toHaveURL('/products')
})

test('shortcuts and chips that are pressed faster than they are rendered again all count', async ({ page }) => {
  await open(page, '/products?price=up-to-400&duplex=yes')
  const pressAll = (part: Locator, names: RegExp) =>
    part.evaluate((element, pattern) => {
      for (const link of element.querySelectorAll('a')) if (pattern.test(link.textContent)) link.click()
    }, names)
  await pressAll(page.getByRole('navigation', { name: 'Often asked for' }), /^(Color laser|Wi-Fi)/)
  const chips = page.getByRole('list', { name: 'Active filters' })
  await expect(chips.getByRole('link')).toHaveCount(6)
  await pressAll(chips, /^(Two-sided|Up to \$400)$/)
  await expect(page).toHaveURL('/products?technology=laser&color=yes&connection=wifi')
  await expect(chips.getByRole('link')).toHaveCount(4)
})

test('boxes that are ticked faster than the list follows all count, and show it at once', async ({ page }) => {
  await open(page, '/products')
  await rejectTracking(page)
  await page.getByRole('button', { name: 'Filters' }).click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  const boxes = sheet.getByRole('checkbox')
  await expect(boxes.first()).toBeVisible()
  await sheet.evaluate((dialog) =>
    ['[name=inStock]', '[name=brand]'].forEach((name) =>
      dialog.querySelector<HTMLInputElement>(`input${name}`)?.click(),
    ),
  )
  await expect(boxes.and(page.locator(':checked'))).toHaveCount(2)
  await expect(page).toHaveURL(/\?brand=[^&]+&inStock=true$|\?inStock=true&brand=[^&]+$/)
  await expect(boxes.and(page.locator(':checked'))).toHaveCount(2)
})

test('clearing all filters leaves the focus on the page', async ({ page }) => {
  await open(page, '/products?brand=HP&price=under-100&category=scanners')
  await rejectTracking(page)
  await page.getByRole('button', { name: 'Clear All Filters' }).press('Enter')
  await expect(page).toHaveURL('/products?category=scanners')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

  await page.setViewportSize({ width: 1280, height: 800 })
  await open(page, '/products?brand=HP')
  await page.getByRole('button', { name: 'Clear All', exact: true }).press('Enter')
  await expect(page).toHaveURL('/products')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('what a filter far down the panel leaves is brought into view', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await open(page, '/products')
  await rejectTracking(page)
  const results = page.getByRole('region', { name: 'Products' }).getByRole('article')
  await expect(results).toHaveCount(24)
  const box = page.getByRole('complementary', { name: 'Filters' }).getByRole('checkbox', { name: 'Zero ink' })
  await box.check()
  await expect(results).toHaveCount(1)
  await expect(results.first()).toBeInViewport()

  await expect(box).toBeFocused()

  // The counts of the list before would be wrong, so that there are none once the new ones do not come.
  const panel = page.getByRole('complementary', { name: 'Filters' })
  await expect(panel.getByText(/^\d+$/).first()).toBeVisible()
  await page.route('**/api/products/facets?*', (route) => route.abort())
  await panel.getByRole('checkbox', { name: 'In Stock Only' }).check()
  await expect(panel.getByText(/^\d+$/)).toHaveCount(0)
  await expect(panel.getByRole('checkbox', { name: 'Laser' })).toBeEnabled()
  await expect(page.getByText('1 product', { exact: true })).toBeVisible()

  // Nobody knows then how many pages there are, and a full one leads on.
  await panel.getByRole('checkbox', { name: 'Zero ink' }).uncheck()
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(page).toHaveURL('/products?inStock=true&page=2')
  await expect(results).toHaveCount(24)
  await expect(panel.getByText(/^\d+$/)).toHaveCount(0)
})
