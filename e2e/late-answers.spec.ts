import type { Locator, Page } from '@playwright/test'
import {
  ADDRESS,
  callApi,
  expect,
  expectToast,
  fillCheckout,
  holdBack,
  open,
  rejectTracking,
  signUp,
  test,
} from './shop.ts'

/** Presses what goes with the press, by keyboard; the focus then stands somewhere on the page. */
async function pressAway(page: Page, button: Locator): Promise<void> {
  const pressed = await button.elementHandle()
  await button.press('Enter')
  await expect.poll(() => pressed?.evaluate(({ isConnected }) => isConnected)).toBe(false)
  await expect(page.locator(':focus')).toHaveCount(1)
}

test('an address that is saved late does not close the one that is being edited meanwhile', async ({ page }) => {
  await signUp(page)
  await callApi(page, 'POST', '/api/user/addresses', ADDRESS)
  await callApi(page, 'POST', '/api/user/addresses', { ...ADDRESS, address: '9 Folio Road', isDefault: false })
  await open(page, '/account?tab=profile')
  const card = (street: string) => page.getByRole('listitem').filter({ hasText: street })
  const { release } = await holdBack(page, '**/api/user/addresses/*')
  await card('9 Folio Road').getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Address' })
  await dialog.getByLabel('City').fill('Norman')
  await dialog.getByRole('button', { name: 'Save Address' }).click()
  await expect(dialog.getByRole('button', { name: 'Saving...' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await card('12 Quire Lane').getByRole('button', { name: 'Edit' }).click()
  await dialog.getByLabel('City').fill('Lawton')
  release()
  await expectToast(page, 'Address saved', 'You can choose it at the checkout.')
  await expect(dialog).toBeVisible()
  await expect(dialog.getByLabel('City')).toHaveValue('Lawton')
})

test('an address that is deleted late does not close the question about another', async ({ page }) => {
  await signUp(page)
  await callApi(page, 'POST', '/api/user/addresses', ADDRESS)
  await callApi(page, 'POST', '/api/user/addresses', { ...ADDRESS, address: '9 Folio Road', isDefault: false })
  await open(page, '/account?tab=profile')
  const card = (street: string) => page.getByRole('listitem').filter({ hasText: street })
  const { release } = await holdBack(page, '**/api/user/addresses/*')
  await card('9 Folio Road').getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete this address?' })
  await dialog.getByRole('button', { name: 'Delete Address' }).click()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await card('12 Quire Lane').getByRole('button', { name: 'Delete' }).click()
  await expect(dialog).toContainText('12 Quire Lane')
  release()
  await expectToast(page, 'Address deleted', 'Address deleted')
  await expect(dialog).toBeVisible()
})

test('a profile that is saved late does not close the one that is being edited again', async ({ page }) => {
  await signUp(page)
  await open(page, '/account?tab=profile')
  const { release } = await holdBack(page, '**/api/user/profile')
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Profile' })
  await dialog.getByRole('textbox', { name: 'Last Name' }).fill('Lovelace')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog.getByRole('button', { name: 'Saving...' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await dialog.getByRole('textbox', { name: 'Phone' }).fill('(405) 555-0199')
  release()
  await expectToast(page, 'Profile Updated', 'Your profile has been updated successfully.')
  await expect(dialog).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Phone' })).toHaveValue('(405) 555-0199')
})

test('the default address that comes late does not replace a name that was typed', async ({ page }) => {
  await signUp(page)
  await callApi(page, 'POST', '/api/user/addresses', ADDRESS)
  await open(page, '/products/1')
  await page.getByRole('button', { name: 'Add to Cart' }).first().click()
  const { release } = await holdBack(page, '**/api/user/addresses')
  await open(page, '/checkout')
  const shipping = page.getByRole('group', { name: /Shipping Address/ })
  await shipping.getByLabel('First name').fill('Grace')
  await shipping.getByLabel('Last name').fill('Hopper')
  release()
  await expect(shipping.getByLabel('Use a saved address')).toBeVisible()
  await expect(shipping.getByLabel('First name')).toHaveValue('Grace')
})

test('prices that were asked for before a refused order do not replace those after it', async ({ page }) => {
  await signUp(page)
  await open(page, '/products/1')
  await page.getByRole('button', { name: 'Add to Cart' }).first().click()
  // A cart that is not saved yet is compared with the account's on the next page, which asks for products as well.
  await expect.poll(() => callApi(page, 'GET', '/api/user/cart')).toMatchObject({ items: [{ productId: 1 }] })
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  let asked = 0
  await page.route('**/api/products?ids=*', async (route) => {
    asked += 1
    const isFirst = asked === 1
    const answer = await route.fetch()
    const products = (await answer.json()) as object[]
    if (isFirst) await released
    await route.fulfill({ json: products.map((each) => (isFirst ? each : { ...each, price: '777.00' })) })
  })
  await page.route('**/api/orders', (route) =>
    route.fulfill({
      status: 409,
      json: {
        code: 'PRICE_CHANGED',
        message: 'Prices have changed',
        requestId: 'r',
        details: { lines: [{ productId: 1, price: '777.00', sentPrice: '1.00' }] },
      },
    }),
  )
  await open(page, '/checkout')
  await fillCheckout(page)
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(page.getByText('Your order was not placed.')).toBeVisible()
  const items = page.getByRole('list', { name: 'Items' })
  await expect(items).toContainText('$777.00')
  release()
  await expect.poll(() => asked).toBe(2)
  await expect(page.getByRole('region', { name: 'Order Summary' }).locator('dl')).toContainText('$777.00')
})

test('pieces that another tab adds while an order is on its way stay in the cart', async ({ page, context }) => {
  await signUp(page)
  await open(page, '/products/1')
  await page.getByRole('button', { name: 'Add to Cart' }).first().click()
  await open(page, '/checkout')
  await fillCheckout(page)
  const { release } = await holdBack(page, '**/api/orders')
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(page.getByRole('button', { name: 'Processing...' })).toBeVisible()
  const other = await context.newPage()
  await open(other, '/products/1')
  await other.getByRole('button', { name: 'Add to Cart' }).first().click()
  release()
  await expect(page.getByRole('heading', { name: /Order Confirmed/ })).toBeVisible()
  const quantities = () =>
    page.evaluate(() => {
      const cart = JSON.parse(localStorage.getItem('mr-printer-cart') ?? '{}') as { items?: { quantity: number }[] }
      return cart.items?.map(({ quantity }) => quantity)
    })
  await expect.poll(quantities).toEqual([1])
})

test('opting out of sale before the page is ready keeps analytics', async ({ page }) => {
  await open(page, '/')
  await page.getByRole('button', { name: 'Accept All' }).click()
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      const button = [...document.querySelectorAll('button')].find((each) => /Do Not Sell/.test(each.textContent))
      button?.click()
    })
  })
  await open(page, '/about')
  const record = () =>
    page.evaluate(() => JSON.parse(localStorage.getItem('cookie-consent') ?? '{}') as { marketing?: boolean })
  await expect.poll(async () => (await record()).marketing).toBe(false)
  expect(await record()).toMatchObject({ analytics: true, marketing: false })
})

test('a signed-in customer who asks for a return of an order of somebody else is not told to sign in', async ({
  page,
}) => {
  await signUp(page)
  const read = page.waitForResponse(/api\/user\/orders/)
  await open(page, '/return')
  await read
  await page.getByLabel('Order number or tracking number').fill('999999')
  await page.getByRole('button', { name: 'Find Order' }).click()
  await expect(page.getByText(/Enter the email address of the order/)).toBeVisible()
  await expect(page.getByText('or sign in.')).toHaveCount(0)
})

test('taking a product out of the bar of the comparison by keyboard leaves the focus on the page', async ({ page }) => {
  await open(page, '/products')
  await rejectTracking(page)
  const boxes = page.getByRole('checkbox', { name: /^Compare / })
  await boxes.nth(0).check()
  await boxes.nth(1).check()
  const bar = page.getByRole('region', { name: 'Comparison' })
  await pressAway(page, bar.getByRole('button', { name: /from comparison/ }).first())
})

test('taking the last product out of the bar leaves the focus on the page', async ({ page }) => {
  await open(page, '/category/printers')
  await rejectTracking(page)
  await page
    .getByRole('checkbox', { name: /^Compare / })
    .first()
    .check()
  const bar = page.getByRole('region', { name: 'Comparison' })
  await pressAway(page, bar.getByRole('button', { name: /from comparison/ }))
})

test('recently seen: clearing by keyboard leaves the focus', async ({ page }) => {
  await open(page, '/products/1')
  await page.getByRole('button', { name: 'Accept All' }).click()
  await open(page, '/products/2')
  await pressAway(page, page.getByRole('button', { name: /^Clear/ }).first())
})

test('what could not be read just now stays in the comparison when another is taken out', async ({ page }) => {
  await open(page, '/compare?ids=1,2')
  await rejectTracking(page)
  await page.route('**/api/products/3', (route) =>
    route.fulfill({ status: 503, json: { code: 'X', message: 'Down', requestId: 'r' } }),
  )
  await page.evaluate(() => {
    history.pushState(null, '', '/compare?ids=1,2,3')
    dispatchEvent(new PopStateEvent('popstate'))
  })
  await expect(page.getByText('could not be loaded just now')).toBeVisible()
  await page
    .getByRole('table')
    .getByRole('button', { name: /^Remove/ })
    .first()
    .click()
  await expect(page).toHaveURL(/ids=2(,|%2C)3$/)
})

test('a long search of the address with a character of two halves can be changed', async ({ page }) => {
  await open(page, `/products?search=${'x'.repeat(99)}${encodeURIComponent('😀')}yy`)
  await rejectTracking(page)
  const search = page.getByRole('combobox').first()
  await search.press('ArrowDown')
  await page.waitForTimeout(600)
  await expect(page.getByRole('combobox').first()).toBeVisible()
})

test('Back returns to a place of a page that fills late, unless the visitor scrolls meanwhile', async ({ page }) => {
  await open(page, '/products')
  await rejectTracking(page)
  const place = () => page.evaluate(() => Math.round(window.scrollY))
  const far = 2000
  for (const act of ['nothing', 'wheel', 'key', 'touch'] as const) {
    let [before, release] = [0, () => {}]
    // Now and then the browser loads the list's page anew, with the whole list in it: then nothing comes late.
    await expect(async () => {
      await page.unrouteAll()
      await open(page, '/products')
      await page.mouse.move(700, 500)
      await page.evaluate((top) => window.scrollTo(0, top), far)
      await expect.poll(place).toBe(far)
      const products = page.getByRole('main').locator('a[href^="/products/"]')
      await products.last().evaluate((link: HTMLElement) => link.click())
      await expect(page).toHaveURL(/\/products\//)
      await expect.poll(place).toBe(0)
      await page.reload()
      await page.locator('html[data-ready]').waitFor({ state: 'attached' })
      const held = await holdBack(page, /\/api\/products/)
      release = held.release
      await page.goBack()
      await expect(page).toHaveURL('/products')
      if (act === 'wheel') await page.mouse.wheel(0, 40)
      if (act === 'key') await page.keyboard.press('ArrowDown')
      if (act === 'touch') await page.evaluate(() => window.dispatchEvent(new PointerEvent('pointerdown')))
      // The skeleton of the list is shorter than the list: as far as that goes, Back has returned at once.
      before = await place()
      expect(before, act).toBeLessThan(far - 500)
    }).toPass()
    release()
    await expect(page.getByRole('article')).toHaveCount(24)
    if (act === 'nothing') await expect.poll(place).toBe(far)
    else {
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
      expect(Math.abs((await place()) - before), act).toBeLessThan(200)
    }
  }
})

test('what stands above a list stays where it is when a late answer comes', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const address of ['/products', '/category/printers', '/category/photo-printers']) {
    await open(page, '/press')
    const { release } = await holdBack(page, /\/api\/products/)
    await page.evaluate((path) => {
      history.pushState(null, '', path)
      dispatchEvent(new PopStateEvent('popstate'))
    }, address)
    const filters = page.getByRole('button', { name: /^Filters/ })
    await expect(filters).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(0)
    const top = () => filters.evaluate((button) => Math.round(button.getBoundingClientRect().top))
    const before = await top()
    release()
    await expect(page.getByRole('article').first()).toBeVisible()
    expect(await top(), address).toBe(before)
  }
})
