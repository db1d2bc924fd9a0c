import type { Page, Route } from '@playwright/test'
import { enterBackOffice, expect, open, rejectTracking, test, signUp } from './shop.ts'

// Scripts that do not come: the shop stands, says so where somebody waits for one, and works again afterwards.

/** Keeps scripts from coming until the returned function is called. */
async function withhold(page: Page, files: RegExp, how: 'missing' | 'unreachable'): Promise<() => Promise<void>> {
  await page.route(files, (route) => (how === 'missing' ? route.fulfill({ status: 404 }) : route.abort()))
  return () => page.unroute(files)
}

/** The documents that the page asks for from now on. */
function documentsOf(page: Page): readonly string[] {
  const documents: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents.push(request.url())
  })
  return documents
}

test('a script that fails after the connection is back is tried again at once', async ({ page }) => {
  let tries = 0
  let goOn = () => {}
  const isBack = new Promise<void>((resolve) => (goOn = resolve))
  await page.route(/assets\/consent-banner-/, async (route) => {
    tries += 1
    if (tries > 3) return route.continue()
    if (tries === 3) await isBack
    await route.fulfill({ status: 404 })
  })
  await open(page, '/products')
  await expect.poll(() => tries).toBe(3)
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  goOn()
  await expect(page.getByRole('region', { name: 'Cookie consent' })).toBeVisible()
})

test('a part that breaks when it is rendered is not rendered without an end after the connection is back', async ({
  page,
  complaints,
}) => {
  await page.route(/assets\/consent-banner-/, async (route) => {
    const script = await (await route.fetch()).text()
    const names = (/export\s*\{([^}]*)\}/.exec(script)?.[1] ?? '').split(',').map((each) => each.split(' as ').at(-1))
    const exported = names.map((name) => `broken as ${name}`).join(', ')
    const body = `const broken = () => { throw new Error('broken') }; export { ${exported} }`
    await route.fulfill({ contentType: 'text/javascript', body })
  })
  await open(page, '/products')
  await expect.poll(() => complaints.length).toBeGreaterThan(0)
  const before = complaints.length
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect.poll(() => complaints.length).toBeGreaterThan(before)
  await page.waitForTimeout(500)
  await expect(page.getByRole('heading', { level: 1, name: 'All Products' })).toBeVisible()
  const said = complaints.splice(0)
  expect(said.every((complaint) => complaint.startsWith('A part of the page failed Error: broken'))).toBe(true)
  expect(said.length).toBeLessThan(5)
})

for (const how of ['missing', 'unreachable'] as const) {
  test(`the shop stands while scripts of its shell are ${how}, and has them later`, async ({ page, context }) => {
    const release = await withhold(
      page,
      /assets\/(toast-viewport|tooltip-layer|consent-banner|suggestion-option)-/,
      how,
    )
    await open(page, '/products')
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('Tab')
    // The words are there before the connection goes: what was asked for without one is not asked for again.
    const answered = page.waitForResponse(/search-suggestions\?q=canon/)
    await page.getByRole('combobox', { name: 'Search products' }).fill('canon')
    await answered
    await expect(page.getByRole('banner').getByRole('link', { name: 'Cart' })).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: 'All Products' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Cookie consent' })).toHaveCount(0)
    await release()
    await context.setOffline(true)
    await context.setOffline(false)
    await expect(page.getByRole('region', { name: 'Cookie consent' })).toBeVisible()
    await expect(page.getByRole('option').first()).toBeVisible()
  })

  test(`a dialog whose script is ${how} says so, keeps the page, and opens when it is there`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    const release = await withhold(page, /assets\/(mobile-menu|consent-dialog)-/, how)
    await open(page, '/products?search=canon')
    await rejectTracking(page)
    const documents = documentsOf(page)
    await page.getByRole('button', { name: 'Cookie Preferences' }).click()
    const notice = page.getByRole('dialog', { name: 'This could not be opened' })
    await expect(notice).toContainText('Check the connection and try again.')
    await expect(notice).toContainText('reload the page when nothing unsaved is on it')
    for (const _again of ['once', 'twice']) {
      await notice.getByRole('button', { name: 'Try again' }).click()
      await expect(notice.getByRole('button', { name: 'Trying again...' })).toBeDisabled()
      await expect(notice.getByRole('button', { name: 'Try again' })).toBeEnabled()
    }
    await page.keyboard.press('Escape')
    await expect(notice).toHaveCount(0)
    await expect(page).toHaveURL('/products?search=canon')
    await release()
    await page.getByRole('button', { name: 'Cookie Preferences' }).click()
    await expect(page.getByRole('dialog', { name: 'Cookie Preferences' })).toBeVisible()
    expect(documents).toEqual([])
  })
}

test('a page whose own script did not come is loaded once more, and one that stays empty says so', async ({ page }) => {
  const documents = documentsOf(page)
  await page.route(/assets\/framework-/, (route) => (documents.length > 1 ? route.continue() : route.abort()))
  await page.goto('/products')
  await expect(page.locator('html[data-ready]')).toHaveCount(1)
  expect(documents).toHaveLength(2)

  const release = await withhold(page, /assets\/shop-/, 'missing')
  await page.goto('/admin')
  await expect(page.getByRole('alert')).toContainText('Something went wrong.')
  await page.waitForTimeout(500)
  expect(documents).toHaveLength(4)
  await release()
  await page.getByRole('link', { name: 'Load the page again' }).click()
  await expect(page.locator('html[data-ready]')).toHaveCount(1)
})

test('a page that can be read stays while a proxy answers for a shop that starts anew', async ({ page }) => {
  const documents = documentsOf(page)
  const answer = (route: Route) => route.fulfill({ status: 502 })
  await page.route(/assets\/framework-/, answer)
  await page.route('/products', (route) => (route.request().method() === 'HEAD' ? answer(route) : route.continue()))
  const asked = page.waitForResponse((response) => response.request().method() === 'HEAD')
  await page.goto('/products')
  await asked
  await page.waitForTimeout(300)
  expect(documents).toHaveLength(1)
  await expect(page.getByRole('heading', { level: 1, name: 'All Products' })).toBeVisible()
})

test('a panel of the back office whose script is missing says so in its place, and comes when it is there', async ({
  page,
}) => {
  const release = await withhold(page, /assets\/orders-panel-/, 'missing')
  await enterBackOffice(page)
  const documents = documentsOf(page)
  await page.getByRole('tab', { name: 'Order Management' }).click()
  const panel = page.getByRole('tabpanel', { name: 'Order Management' })
  await expect(panel.getByRole('alert')).toContainText('This panel could not be loaded.')
  await panel.getByRole('button', { name: 'Try again' }).click()
  await expect(panel.getByRole('alert')).toContainText('This panel could not be loaded.')
  await expect(page.getByRole('tab', { name: 'Order Management' })).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('tab', { name: 'Product Management' }).click()
  await expect(page.getByRole('button', { name: 'Add Product' })).toBeVisible()
  await page.getByRole('tab', { name: 'Order Management' }).click()
  await expect(panel.getByRole('alert')).toBeVisible()
  await release()
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(panel.getByRole('heading', { name: 'Orders', exact: true })).toBeVisible()
  await expect(panel.getByRole('alert')).toHaveCount(0)
  expect(documents).toEqual([])
})

test('the settings of an account whose script is missing say so in their place, and come when it is there', async ({
  page,
}) => {
  await signUp(page)
  const release = await withhold(page, /assets\/settings-tab-/, 'unreachable')
  await open(page, '/account?tab=settings')
  const panel = page.getByRole('tabpanel', { name: 'Settings' })
  await expect(panel.getByRole('alert')).toContainText('This panel could not be loaded.')
  await expect(page.getByRole('tab', { name: 'Orders' }), 'the rest of the account is there').toBeVisible()
  await release()
  await panel.getByRole('button', { name: 'Try again' }).click()
  await expect(panel.getByRole('heading', { name: 'Account Settings' })).toBeVisible()
})

test('a page that cannot come while offline says so, and comes when the connection is back', async ({
  page,
  context,
}) => {
  await open(page, '/products')
  await rejectTracking(page)
  await context.setOffline(true)
  await page.getByRole('contentinfo').getByRole('link', { name: 'About Us' }).click()
  await expect(page.getByRole('heading', { name: 'This page did not load' })).toBeVisible()
  await expect(page.getByText('You are offline.')).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'This page did not load' })).toBeVisible()
  await context.setOffline(false)
  await expect(page).toHaveTitle('About Us - superprinter')
  await expect(page.getByRole('heading', { name: 'This page did not load' })).toHaveCount(0)
})

test('a list that breaks says so, and another list of the same screen is not lost with it', async ({
  page,
  complaints,
}) => {
  await page.route(/\/api\/products\?category=scanners/, (route) => route.fulfill({ json: [{ id: 1 }] }))
  await open(page, '/products')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Scanners', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Something went wrong on this page' })).toBeVisible()
  expect(complaints.splice(0)).not.toEqual([])
  await page.getByRole('banner').getByRole('link', { name: 'All Products' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'All Products' })).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(24)
})

test('a page whose script a release has replaced comes with a new document, which is asked for once', async ({
  page,
  complaints,
}) => {
  await open(page, '/products')
  const documents = documentsOf(page)
  let tries = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest()) tries = 0
    else if (request.url().includes('/assets/about-page-')) tries += 1
  })
  await withhold(page, /assets\/about-page-/, 'missing')
  await page.getByRole('contentinfo').getByRole('link', { name: 'About Us' }).click()
  await expect(page.getByRole('heading', { name: 'This page did not load' })).toBeVisible()
  expect(documents).toHaveLength(1)
  // The link in its head, and three tries of its script.
  expect(tries).toBe(4)
  // The script is missing for the new document too: React reports that it could not hydrate the server's page (422) and
  // rendered it again (520). Nothing else may be reported.
  await expect.poll(() => complaints).toContainEqual(expect.stringContaining('Minified React error #422;'))
  const others = complaints.splice(0).filter((complaint) => !/^Minified React error #(422|520);/.test(complaint))
  expect(others).toEqual([])
})
