import type { Locator, Page } from '@playwright/test'
import { enterBackOffice, expect, holdBack, open, placeOrder, signUp, test } from './shop.ts'

/** Has calls refused until `recover` is called. */
async function refuse(page: Page, url: string | RegExp): Promise<{ readonly recover: () => Promise<void> }> {
  await page.route(url, (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({ status: 503, json: { code: 'BUSY', message: 'Busy', requestId: 'r' } })
      : route.fallback(),
  )
  return { recover: () => page.unroute(url) }
}

/**
 * Presses the button of what could not be read, by keyboard: what stands in its place then has the focus, in sight and
 * without a jump of the page. Some of it is read again by itself, so the button may be gone before it is pressed.
 * @returns what has the focus
 */
async function tryAgain(page: Page, notice: Locator, recover: () => Promise<void>): Promise<Locator> {
  const button = notice.getByRole('button', { name: 'Try again' })
  // By then the page has all of its scripts.
  await page.locator('[aria-label^=Notifications] ol').waitFor({ state: 'attached' })
  await button.focus()
  const pressed = await button.elementHandle()
  await recover()
  const before = await page.evaluate(() => window.scrollY)
  await page.keyboard.press('Enter')
  await expect.poll(() => pressed?.evaluate(({ isConnected }) => isConnected)).toBe(false)
  const focused = page.locator(':focus')
  await expect(focused).toHaveCount(1)
  await expect(focused).toBeInViewport()
  expect(await page.evaluate(() => window.scrollY)).toBe(before)
  return focused
}

const noticeIn = (page: Page, words: string) => page.getByRole('alert').filter({ hasText: words })

test('the focus goes on to what could be read on the second try', async ({ page }) => {
  await open(page, '/about')
  const products = await refuse(page, /\/api\/products(\?|$)/)
  await page.getByRole('banner').getByRole('link', { name: 'All Products' }).click()
  const listing = noticeIn(page, 'Failed to load products.')
  await listing.getByRole('button').press('Enter')
  await expect(listing.getByRole('button', { name: 'Try again' }), 'it failed once more').toBeFocused()
  await tryAgain(page, listing, products.recover)
  const card = page.getByRole('main').getByRole('article').first()
  await expect(card.getByRole('heading'), 'the first product, below what filters them').toBeFocused()
  await page.keyboard.press('Tab')
  await expect(card.locator(':focus')).toHaveCount(1)

  const product = await refuse(page, /\/api\/products\/\d+$/)
  await page.evaluate(() => {
    history.pushState(null, '', '/products/3')
    dispatchEvent(new PopStateEvent('popstate'))
  })
  const missing = noticeIn(page, 'Failed to load the product.')
  await expect(missing).toBeVisible()
  const heading = await tryAgain(page, missing, product.recover)
  await expect(heading).toHaveText(/\S/)
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeFocused()

  const reviews = await refuse(page, /\/api\/products\/1\/reviews/)
  await page.evaluate(() => {
    history.pushState(null, '', '/products/1')
    dispatchEvent(new PopStateEvent('popstate'))
  })
  await page.getByRole('tab', { name: /^Reviews/ }).click()
  const unread = noticeIn(page, 'Failed to load reviews.')
  await expect(unread).toBeVisible()
  await expect(await tryAgain(page, unread, reviews.recover)).toContainText(/out of 5|No reviews yet/)

  const compared = await refuse(page, '**/api/products/2')
  await open(page, '/about')
  await page.evaluate(() => {
    history.pushState(null, '', '/compare?ids=1,2')
    dispatchEvent(new PopStateEvent('popstate'))
  })
  const uncompared = noticeIn(page, 'could not be loaded just now')
  await expect(uncompared).toBeVisible()
  await tryAgain(page, uncompared, compared.recover)
  await expect(page.getByRole('heading', { name: 'Compare Products' })).toBeFocused()
})

test('the focus goes on to what could be read on the second try in an account', async ({ page, complaints }) => {
  const customer = await signUp(page)
  const id = await placeOrder(page, customer.email, 1)
  // The orders also come by themselves, with what is told of their moves.
  await page.route('**/api/user/orders/**', (route) => route.abort())
  const orders = await refuse(page, '**/api/user/orders*')
  await open(page, '/account?tab=orders')
  const unread = noticeIn(page, 'Your orders could not be loaded')
  await expect(unread).toBeVisible()
  await tryAgain(page, unread, orders.recover)
  await expect(page.getByText(`#${id}`).first()).toBeVisible()

  const sessions = await refuse(page, '**/api/user/sessions')
  await open(page, '/account?tab=settings')
  const list = noticeIn(page, 'The list could not be loaded just now.')
  await expect(list).toBeVisible()
  await expect(await tryAgain(page, list, sessions.recover)).toContainText('This browser')

  const recent = await refuse(page, '**/api/user/orders*')
  await open(page, '/track')
  const recently = noticeIn(page, 'Your orders could not be loaded just now.')
  await expect(recently).toBeVisible()
  await expect(await tryAgain(page, recently, recent.recover)).toHaveText('Your Recent Orders')
  expect(complaints.splice(0).join(), 'it is logged').toContain('The orders could not be read')
})

test('the focus goes on to a page and to a part whose script came on the second try', async ({ page }) => {
  await open(page, '/about')
  await page.route(/careers-page/, (route) => route.abort())
  await page.route('**/careers', (route) => (route.request().method() === 'HEAD' ? route.abort() : route.fallback()))
  await page.getByRole('contentinfo').getByRole('link', { name: 'Careers' }).click()
  const failed = noticeIn(page, 'This page did not load')
  await expect(failed).toBeVisible()
  await tryAgain(page, failed, () => page.unroute(/careers-page/))
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeFocused()

  await enterBackOffice(page)
  await page.route(/audit-panel/, (route) => route.abort())
  await page.getByRole('tab', { name: 'Audit log' }).click()
  const room = noticeIn(page, 'This panel could not be loaded.')
  await expect(room).toBeVisible()
  await tryAgain(page, room, () => page.unroute(/audit-panel/))
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('the focus of staff goes on to what could be read on the second try', async ({ page }) => {
  await enterBackOffice(page, '/admin/queues')
  const figures = await refuse(page, /\/api\/admin\/(stats|summary)/)
  await page.getByRole('tab', { name: 'Overview' }).click()
  const unread = noticeIn(page, 'The figures could not be read')
  await expect(unread).toBeVisible()
  await tryAgain(page, unread, figures.recover)

  for (const [room, words] of [
    ['orders', 'orders'],
    ['inbox', 'inbox'],
    ['imports', 'imports'],
  ] as const) {
    const list = await refuse(page, new RegExp(`/api/admin/${words}(\\?|$)`))
    await open(page, `/admin/${room}`)
    const notice = page
      .getByRole('main')
      .getByRole('alert')
      .filter({ has: page.getByRole('button') })
      .first()
    await expect(notice, room).toBeVisible()
    await tryAgain(page, notice, list.recover)
  }
})

test('what could be read on the second try takes the focus from nobody who has gone elsewhere', async ({ page }) => {
  const elsewhere = {
    'a control': async () => {
      const link = page.getByRole('banner').getByRole('link', { name: 'All Products' })
      await link.focus()
      return link
    },
    'a dialog': async () => {
      await page.getByRole('button', { name: 'Cookie Preferences' }).press('Enter')
      return page.getByRole('dialog').getByRole('button', { name: 'Close' })
    },
    'no control': async () => {
      await page.getByRole('main').click({ position: { x: 2, y: 2 } })
      return page.getByRole('main')
    },
  }
  for (const [what, go] of Object.entries(elsewhere)) {
    await open(page, '/about')
    const products = await refuse(page, /\/api\/products(\?|$)/)
    await page.getByRole('banner').getByRole('link', { name: 'All Products' }).click()
    const notice = noticeIn(page, 'Failed to load products.')
    await page.locator('[aria-label^=Notifications] ol').waitFor({ state: 'attached' })
    await expect(notice).toBeVisible()
    await products.recover()
    const { release } = await holdBack(page, /\/api\/products(\?|$)/)
    await notice.getByRole('button', { name: 'Try again' }).press('Enter')
    await expect(notice.getByRole('button', { name: 'Trying again...' })).toBeFocused()
    const there = await go()
    release()
    await expect(page.getByRole('main').getByRole('article').first()).toBeVisible()
    // Longer than it waits for others to take the focus.
    await page.waitForTimeout(400)
    await expect(there, what).toBeFocused()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  }
})

test('a control that goes by its press leaves the focus in sight beside it', async ({ page }) => {
  await open(page, '/products/3')
  await page.locator('[aria-label^=Notifications] ol').waitFor({ state: 'attached' })
  await page.getByRole('tab', { name: /^Reviews/ }).press('Enter')
  const bar = page.getByRole('list', { name: 'Reviews by stars' }).locator('button:enabled').first()
  await bar.press('Enter')
  await page.getByRole('button', { name: /^Show all/ }).press('Enter')
  const focused = page.locator(':focus')
  await expect(focused.getByRole('listitem'), 'the reviews that it showed').not.toHaveCount(0)
  await expect(focused).toBeInViewport()
})
