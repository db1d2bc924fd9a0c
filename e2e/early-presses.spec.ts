import type { Page } from '@playwright/test'
import { expect, holdBack, test } from './shop.ts'

/** What is done on a page as the server rendered it, before its scripts have come. */
async function beforeScripts(page: Page, path: string, act: () => Promise<void>): Promise<void> {
  const scripts = await holdBack(page, '**/assets/*.js')
  await page.goto(path, { waitUntil: 'commit' })
  await page.waitForFunction(() => 'earlyPress' in globalThis && document.readyState !== 'loading')
  await act()
  scripts.release()
  await page.locator('html[data-ready]').waitFor({ state: 'attached' })
}

test('a press before the scripts have come is done once they have', async ({ page }) => {
  await beforeScripts(page, '/products/1', () => page.getByRole('button', { name: 'Add to Cart' }).first().click())
  await expect(page.getByRole('banner').getByRole('link', { name: 'Cart, 1 item' })).toBeVisible()
})

test('a tab that was pressed early opens', async ({ page }) => {
  const tab = page.getByRole('tab').nth(1)
  await beforeScripts(page, '/products/1', () => tab.click())
  await expect(tab).toHaveAttribute('aria-selected', 'true')
})

test('a form that was sent early is looked through', async ({ page }) => {
  const form = page.getByRole('form', { name: 'Contact' })
  await beforeScripts(page, '/contact', async () => {
    await form.getByLabel('Name').fill('Ada Marlow')
    await form.getByLabel('Inquiry Type').selectOption('sales')
    await form.getByRole('button', { name: 'Send Message' }).click()
  })
  await expect(page.getByText('Message is required')).toBeVisible()
  await expect(form.getByLabel('Name')).toHaveValue('Ada Marlow')
  await expect(form.getByLabel('Inquiry Type')).toHaveValue('sales')
})

test('a form that was sent early by Enter is sent', async ({ page }) => {
  await beforeScripts(page, '/login', async () => {
    await page.getByLabel('Email').fill('nobody@example.com')
    await page.getByLabel('Password', { exact: true }).fill('a wrong password')
    await page.keyboard.press('Enter')
  })
  await expect(page.getByText('Invalid email or password').first()).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('nobody@example.com')
})

test('a form of one field that was sent early by Enter is sent as well, and by the page', async ({ page }) => {
  await beforeScripts(page, '/login/code', async () => {
    await page.getByLabel('Email').fill('nobody@example.com')
    await page.keyboard.press('Enter')
  })
  await expect(page.getByLabel('Code', { exact: true })).toBeVisible()
  await expect(page).toHaveURL('/login/code')
})

for (const press of ['Search', 'Enter'])
  test(`manuals that were searched for early by ${press} are found`, async ({ page }) => {
    await beforeScripts(page, '/manuals', async () => {
      await page.getByLabel('Search manuals').fill('scanner')
      if (press === 'Enter') await page.keyboard.press(press)
      else await page.getByRole('search', { name: 'Manuals' }).getByRole('button', { name: press }).click()
    })
    await expect(page.getByText(/manuals? for “scanner”/)).toBeVisible()
    await expect(page.getByLabel('Search manuals')).toHaveValue('scanner')
    await expect(page).toHaveURL('/manuals')
  })

test('what is typed early into a search is searched for', async ({ page }) => {
  const search = page.getByRole('combobox', { name: 'Search' }).first()
  await page.setViewportSize({ width: 1440, height: 900 })
  await beforeScripts(page, '/', () => search.pressSequentially('canon'))
  await expect(search).toHaveValue('canon')
  await expect(page.getByRole('option', { name: /canon/i }).first()).toBeVisible()
})

test('filters and the order that were chosen early are in force, and what was taken back is not', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const box = (name: RegExp) => page.getByRole('checkbox', { name }).first()
  await beforeScripts(page, '/products', async () => {
    await box(/^Brother/).click()
    await box(/^Canon/).click()
    await box(/^Canon/).click()
    await page.getByLabel('Sort by').selectOption('price-low')
  })
  await expect(page).toHaveURL('/products?brand=Brother&sort=price-low')
  await expect(box(/^Brother/)).toBeChecked()
  await expect(box(/^Canon/)).not.toBeChecked()
})

test('what was chosen early to compare is compared', async ({ page }) => {
  const box = page.getByRole('checkbox', { name: /^Compare/ }).first()
  await beforeScripts(page, '/products', () => box.click())
  await expect(box).toBeChecked()
  await expect(page.getByLabel('Comparison').first()).toBeVisible()
})
