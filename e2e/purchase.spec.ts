import type { Locator, Page } from '@playwright/test'
import {
  axeFindings,
  callApi,
  expect,
  fillCheckout,
  holdBack,
  open,
  rejectTracking,
  signUp,
  signUpOnScreen,
  test,
} from './shop.ts'
import { findings, withLetters } from './walk.ts'

test('a visitor finds a printer, signs up at the checkout and buys it, by keyboard alone', async ({ page }) => {
  test.slow()
  await open(page, '/')
  await rejectTracking(page)
  const search = page.getByRole('combobox', { name: /search/i })
  await search.focus()
  await page.keyboard.type('m404dn')
  await expect(page.getByRole('option', { name: /M404dn/ }).first()).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  // The home page shows it, too.
  await expect(page.getByRole('heading', { level: 1, name: 'Search: HP LaserJet Pro M404dn' })).toBeVisible()
  await page
    .getByRole('link', { name: /HP LaserJet Pro M404dn/ })
    .first()
    .press('Enter')
  // The list of what was found names it in its heading, too, and has such buttons.
  await expect(page.getByRole('heading', { level: 1, name: 'HP LaserJet Pro M404dn', exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Add to Cart' }).first().press('Enter')
  await expect(page.getByText('HP LaserJet Pro M404dn has been added to your cart.', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: /cart/i }).first().press('Enter')
  await expect(page.getByRole('heading', { name: 'Shopping Cart' })).toBeVisible()
  await page.getByRole('link', { name: /checkout/i }).press('Enter')
  await expect(page.getByText('Sign In Required')).toBeVisible()

  const customer = await signUpOnScreen(page)
  await open(page, '/checkout')
  await expect(page.getByLabel('Email')).toHaveValue(customer.email)
  await page.getByLabel(/13 years/).press('Space')
  const shipping = page.getByRole('group', { name: /Shipping Address/ })
  await shipping.getByLabel('First name').fill('Ada')
  await shipping.getByLabel('Last name').fill('Marlow')
  await shipping.getByLabel('Address', { exact: true }).fill('12 Quire Lane')
  await shipping.getByLabel('City').fill('Tulsa')
  await shipping.getByLabel('State').pressSequentially('Oklahoma')
  await shipping.getByLabel('ZIP code').fill('74103')
  await page.getByLabel(/same as shipping/i).press('Space')
  await page.getByRole('button', { name: 'Place Order' }).press('Enter')

  await expect(page.getByRole('heading', { name: /Order Confirmed/ })).toBeVisible()
  await expect(page.getByText('Order placed successfully!', { exact: true })).toBeVisible()
  await expect(page.getByText(/#?10\d{4}/).first()).toBeVisible()
  await expect
    .poll(() => page.evaluate(() => JSON.parse(localStorage.getItem('mr-printer-cart') ?? '{}').items?.length))
    .toBe(0)
  expect(await findings(page), 'the confirmation').toEqual([])

  const number = await page.getByText(/^#10\d{4}$/).textContent()
  await page.reload()
  await expect(page.getByRole('heading', { name: /Order Confirmed/ })).toBeVisible()
  await expect(page.getByText(number ?? '', { exact: true })).toBeVisible()
  await expect(page.getByText('12 Quire Lane')).toBeVisible()
  await page.evaluate(() => localStorage.removeItem('authToken'))
  await page.reload()
  await expect(page, 'somebody else in this browser').toHaveURL('/cart')
  await expect(page.getByText('12 Quire Lane')).toBeHidden()
})

test('the checkout names every field that is missing and keeps what was typed', async ({ page }) => {
  test.slow()
  await signUp(page)
  await open(page, '/products/1')
  await page.getByRole('button', { name: 'Add to Cart' }).first().click()
  await open(page, '/cart')
  expect(await findings(page), 'the cart').toEqual([])
  await open(page, '/checkout')
  await page
    .getByRole('group', { name: /Shipping Address/ })
    .getByLabel('City')
    .fill('Tulsa')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Place Order' }).click()
  const message = page
    .locator('[aria-label^=Notifications] li')
    .filter({ hasText: 'Please fill in all required fields' })
  await expect(message).toBeVisible()
  const summary = page.getByRole('alert').filter({ hasText: 'fields need your attention' })
  await expect
    .poll(async () => {
      const [toast, alert] = [await message.boundingBox(), await summary.boundingBox()]
      return toast !== null && alert !== null && toast.y >= alert.y + alert.height
    }, 'the message does not cover the summary')
    .toBe(true)
  await expect(page.getByText('You must be 13 years or older to place an order')).toBeVisible()
  await expect(page.getByText('ZIP code is required').first()).toBeVisible()
  await page.getByLabel('Pay with Card').check()
  expect(await findings(page), 'the checkout').toEqual([])
  await page.reload()
  await expect(page.getByRole('group', { name: /Shipping Address/ }).getByLabel('City')).toHaveValue('Tulsa')
})

test('what is wrong in the checkout can be read beside its message, and has the focus to see', async ({ page }) => {
  await signUp(page)
  await open(page, '/products/1')
  await page.getByRole('button', { name: 'Add to Cart' }).first().click()
  await page.setViewportSize({ width: 768, height: 1024 })
  await open(page, '/checkout')
  const age = page.getByRole('checkbox', { name: /13 years/ })
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(age).toBeFocused()
  await expect(age, 'the focus after a press').toHaveCSS('outline-style', 'solid')
  await age.check()
  const shipping = page.getByRole('group', { name: /Shipping Address/ })
  const lastName = shipping.getByLabel('Last name')
  await shipping.getByLabel('Address', { exact: true }).fill('12 Quire Lane')
  await lastName.fill('')
  const message = page.locator('[aria-label^=Notifications] li')
  // It may have gone by itself by now.
  await message
    .getByRole('button', { name: 'Close' })
    .evaluateAll(([close]) => (close as HTMLElement | undefined)?.click())
  await expect(message).toHaveCount(0)
  // The field ends where the toast usually begins.
  await lastName.evaluate((field) =>
    scrollBy({ top: field.getBoundingClientRect().bottom - innerHeight + 140, behavior: 'instant' }),
  )
  await lastName.press('Enter')
  const wrong = page.getByText('Last name is required').first()
  await expect(wrong).toBeVisible()
  await expect(lastName).toBeFocused()
  await expect
    .poll(async () => {
      const [toast, words] = [await message.boundingBox(), await wrong.boundingBox()]
      return (
        toast !== null && words !== null && (toast.y >= words.y + words.height || toast.y + toast.height <= words.y)
      )
    }, 'the message does not cover what is wrong')
    .toBe(true)
})

test('the checkout asks for nothing that is no longer on the form', async ({ page }) => {
  await signUp(page)
  await open(page, '/products/1')
  await page.getByRole('button', { name: 'Add to Cart' }).first().click()
  await open(page, '/checkout')
  await page.getByRole('radio', { name: 'Pay with Card' }).check()
  await page.getByRole('button', { name: 'Place Order' }).click()
  const summary = page.getByRole('alert').filter({ hasText: 'your attention' })
  await expect(summary.getByRole('button', { name: 'Card number' })).toBeVisible()
  await expect(summary.getByRole('button', { name: /^Billing/ })).toHaveCount(4)

  const reason = page.getByText('Billing address is required when different from shipping address')
  await expect(reason).toBeVisible()
  const billing = page.getByRole('group', { name: /Billing Address/ })
  await billing.getByLabel('Address', { exact: true }).fill('12 Quire Lane')
  await billing.getByLabel('City').fill('Tulsa')
  await billing.getByLabel('State').selectOption('OK')
  await billing.getByLabel('ZIP Code').fill('74103')
  await expect(reason).toHaveCount(0)
  await billing.getByLabel('City').fill('')
  await expect(summary.getByRole('button', { name: 'Billing city' })).toBeVisible()

  await page.getByLabel('Same as shipping address').check()
  await expect(summary.getByRole('button', { name: /^Billing/ })).toHaveCount(0)
  await page.getByRole('radio', { name: 'Cash on Delivery' }).check()
  await expect(summary.getByRole('button', { name: 'Card number' })).toHaveCount(0)
  await expect(summary.getByRole('button', { name: 'Age confirmation' })).toBeVisible()
})

test('a long cart has total and checkout at hand on a phone, a short one in its summary alone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const openCartOf = async (lines: number) => {
    // A page without the shop's script, which would store the cart that it knows.
    await page.goto('/robots.txt')
    await page.evaluate((count) => {
      const items = Array.from({ length: count }, (_, index) => {
        const product = { id: index + 1, name: `Printer ${index + 1}`, price: '10.00', image: '', category: 'printers' }
        return { id: index + 1, productId: index + 1, quantity: 1, product }
      })
      localStorage.setItem('mr-printer-cart', JSON.stringify({ items, sessionId: '' }))
    }, lines)
    await open(page, '/cart')
  }
  const bar = page.getByRole('region', { name: 'Total and checkout' })
  const summary = page.getByRole('region', { name: 'Order Summary' })
  await test.step('and it stands on the banner about cookies, and the page above both, whatever their heights', async () => {
    await openCartOf(20)
    const banner = page.getByRole('region', { name: 'Cookie consent' })
    const place = (of: Locator) => of.evaluate((seen) => seen.getBoundingClientRect().toJSON() as DOMRect)
    // The banner comes later than the bar and feeds in: where both are is asked again until both rest.
    const gap = async () => {
      const below = await place(banner)
      return Math.abs((await place(bar)).bottom - below.top)
    }
    const look = async (letters: string, widths: readonly number[]) => {
      for (const width of widths) {
        await page.setViewportSize({ width, height: 844 })
        const where = `${width} pixels, ${letters} letters`
        await bar.getByRole('link', { name: 'Checkout' }).click({ trial: true })
        await expect.poll(gap, where).toBeLessThan(1)
        const taken = 844 - (await place(bar)).top
        const padding = () =>
          page.evaluate(() => Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingBottom) || 0)
        await expect.poll(async () => Math.abs((await padding()) - taken), where).toBeLessThan(1)
      }
    }
    await look('usual', [320, 390, 600, 768, 960])
    await withLetters(page, 32, () => look('large', [600, 768, 960]))
    await withLetters(page, 32, async () => {
      await page.setViewportSize({ width: 390, height: 844 })
      await expect(bar, 'both would leave nothing of the window').toBeHidden()
      await rejectTracking(page)
      await expect(bar).toBeInViewport()
    })
  })
  await openCartOf(4)
  await expect(summary.getByText('Total', { exact: true })).toBeVisible()
  await expect(bar).toHaveCount(0)

  await openCartOf(20)
  await expect(bar).toBeInViewport()
  // Both follow the prices of today, which come later.
  await expect
    .poll(async () => (await bar.innerText()).includes(await summary.getByRole('definition').last().innerText()))
    .toBe(true)
  expect(await axeFindings(page)).toEqual([])
  // What has the keyboard's focus is not below it.
  for (let presses = 0; presses < 24; presses++) await page.keyboard.press('Tab')
  const isCovered = async () => {
    const [focused, foot] = [await page.locator(':focus').boundingBox(), await bar.boundingBox()]
    return focused === null || foot === null || focused.y + focused.height > foot.y
  }
  await expect.poll(isCovered).toBe(false)
  await summary.getByRole('link', { name: 'Proceed to Checkout' }).scrollIntoViewIfNeeded()
  await expect(bar).toHaveCount(0)
  await page.evaluate(() => window.scrollTo(0, 0))
  await bar.getByRole('link', { name: 'Checkout' }).click()
  await expect(page).toHaveURL('/checkout')
})

test('an empty cart leads back from the checkout', async ({ page }) => {
  await open(page, '/checkout')
  await expect(page).toHaveURL('/cart')
  await expect(page.getByText('Your cart is empty')).toBeVisible()
})

test('a wrong password is refused with the shop’s words', async ({ page }) => {
  await open(page, '/login')
  await page.getByLabel('Email').fill('nobody@example.com')
  await page.getByLabel('Password', { exact: true }).fill('not the one')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByText('Login failed', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('nobody@example.com')
})

test('a name of one very long word makes no page wider than a small phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  const product = (await (await page.request.get('/api/products/2')).json()) as object
  await page.route('**/api/products?ids=*', (route) =>
    route.fulfill({ json: [{ ...product, name: 'Thermodirect'.repeat(8) }] }),
  )
  await open(page, '/products/2')
  await rejectTracking(page)
  await page.getByRole('button', { name: 'Add to Cart' }).first().click()
  await signUp(page)
  for (const path of ['/cart', '/checkout']) {
    await open(page, path)
    await expect(page.getByText('Thermodirect'.repeat(8)).first()).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(320)
  }
  await page.getByLabel('Full name').fill('Wolfeschlegel'.repeat(8))
  await page.getByLabel(/13 years/).check()
  const shipping = page.getByRole('group', { name: /Shipping Address/ })
  await shipping.getByLabel('First name').fill('Wolfeschlegel'.repeat(4))
  await shipping.getByLabel('Address', { exact: true }).fill('Quire'.repeat(20))
  await shipping.getByLabel('City').fill('Tulsa')
  await shipping.getByLabel('State').selectOption('OK')
  await shipping.getByLabel('ZIP code').fill('74103')
  await page.getByLabel(/same as shipping/i).check()
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(page.getByRole('heading', { name: /Order Confirmed/ })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth), 'the order').toBeLessThanOrEqual(320)
})

/** Two tabs with the same cart in the checkout, both filled in; the first one's order comes to the shop with `release`. */
async function twoCheckouts(page: Page): Promise<{ second: Page; release: () => void }> {
  await signUp(page)
  await open(page, '/products/1')
  await page.getByRole('button', { name: 'Add to Cart' }).first().click()
  await open(page, '/checkout')
  await fillCheckout(page)
  const second = await page.context().newPage()
  await open(second, '/checkout')
  await fillCheckout(second)
  const { release } = await holdBack(page, '**/api/orders')
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(page.getByRole('button', { name: 'Processing...' })).toBeVisible()
  return { second, release }
}

test('two tabs that send the same cart place one order, and both show it', async ({ page }) => {
  const { second, release } = await twoCheckouts(page)
  await second.getByRole('button', { name: 'Place Order' }).click()
  await expect(second.getByRole('heading', { name: /Order Confirmed/ })).toBeVisible()
  await expect.poll(() => second.evaluate(() => localStorage.getItem('mr-printer-cart'))).toContain('"items":[]')
  await expect(page.getByRole('button', { name: 'Processing...' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Items' }).getByRole('listitem')).toHaveCount(1)
  release()
  await expect(page.getByRole('heading', { name: /Order Confirmed/ })).toBeVisible()
  expect(await callApi<unknown[]>(page, 'GET', '/api/user/orders')).toHaveLength(1)

  await open(second, '/products/1')
  await second.getByRole('button', { name: 'Add to Cart' }).first().click()
  await open(second, '/checkout')
  await fillCheckout(second)
  await second.getByRole('button', { name: 'Place Order' }).click()
  await expect(second.getByRole('heading', { name: /Order Confirmed/ })).toBeVisible()
  expect(await callApi<unknown[]>(page, 'GET', '/api/user/orders'), 'the same again is an order').toHaveLength(2)
})

test('an order whose answer was lost is the same order after signing out and in again', async ({ page }) => {
  const customer = await signUp(page)
  await open(page, '/products/1')
  await page.getByRole('button', { name: 'Add to Cart' }).first().click()
  await open(page, '/checkout')
  await fillCheckout(page)
  await page.route('**/api/orders', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', { name: 'Place Order' }).click()
  const failure = 'There was an error placing your order. Please try again.'
  await expect(page.getByText(failure, { exact: true })).toBeVisible()
  await page.unroute('**/api/orders')

  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('link', { name: 'Sign In' }).first()).toBeVisible()
  await open(page, '/login')
  await page.getByLabel('Email').fill(customer.email)
  await page.getByLabel('Password', { exact: true }).fill(customer.password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await page.waitForURL('/')
  // The account has kept the cart.
  await open(page, '/cart')
  await page.getByRole('link', { name: 'Proceed to Checkout' }).click()
  await fillCheckout(page)
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(page.getByRole('heading', { name: /Order Confirmed/ })).toBeVisible()
  expect(await callApi<unknown[]>(page, 'GET', '/api/user/orders')).toHaveLength(1)
})

test('a tab whose order another tab has placed with another address names that order', async ({ page }) => {
  const { second, release } = await twoCheckouts(page)
  await second
    .getByRole('group', { name: /Shipping/ })
    .getByLabel('City')
    .fill('Norman')
  await second.getByRole('button', { name: 'Place Order' }).click()
  await expect(second.getByRole('heading', { name: /Order Confirmed/ })).toBeVisible()
  release()
  await expect(page.getByText(/^You have order #\d+ already$/)).toBeVisible()
  await expect(page).toHaveURL('/cart')
  expect(await callApi<unknown[]>(page, 'GET', '/api/user/orders')).toHaveLength(1)
})

test('a sold-out line that is removed in the checkout by keyboard leaves the focus on the page', async ({ page }) => {
  await signUp(page)
  for (const id of [1, 2]) {
    await open(page, `/products/${id}`)
    await page.getByRole('button', { name: 'Add to Cart' }).first().click()
  }
  await page.route('**/api/products?ids=*', async (route) => {
    const products = (await (await route.fetch()).json()) as { id: number }[]
    return route.fulfill({
      json: products.map((product) => (product.id === 2 ? { ...product, inStock: false, stockQuantity: 0 } : product)),
    })
  })
  await open(page, '/checkout')
  await page.getByRole('button', { name: /^Remove/ }).press('Enter')
  await expect(page.getByRole('list', { name: 'Items' }).getByRole('listitem')).toHaveCount(1)
  await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeFocused()
})

test('a refused order says to remove what cannot be ordered, and nothing of what was removed', async ({ page }) => {
  await signUp(page)
  await open(page, '/products/1')
  await rejectTracking(page)
  for (const id of [1, 2, 3]) {
    await open(page, `/products/${id}`)
    await page.getByRole('button', { name: 'Add to Cart' }).first().click()
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await open(page, '/checkout')
  await fillCheckout(page)
  await page.route('**/api/products?ids=*', async (route) => {
    const products = (await (await route.fetch()).json()) as { id: number; price: string }[]
    const [first, second] = products.toSorted((one, other) => one.id - other.id)
    return route.fulfill({
      json: [
        { ...first, price: '1.00' },
        { ...second, inStock: false, stockQuantity: 0 },
      ],
    })
  })
  await page.route('**/api/orders', (route) =>
    route.fulfill({
      status: 422,
      json: { code: 'UNKNOWN_PRODUCT', message: 'Gone', details: { lines: [{ productId: 3 }] } },
    }),
  )
  await page.getByRole('button', { name: 'Place Order' }).click()
  const refusal = page.getByRole('alert').filter({ hasText: 'Your order was not placed.' })
  await expect(refusal).toContainText('is no longer available.')
  await expect(refusal).toContainText('Remove what cannot be ordered, then place the order again.')
  await expect(refusal).not.toContainText('up to date')
  const message = page.locator('[aria-label^=Notifications] li').filter({ hasText: 'Order failed' })
  await expect(message).toBeVisible()
  const total = page.getByRole('region', { name: 'Order Summary' }).getByText('Total', { exact: true })
  await expect
    .poll(async () => {
      const [toast, sum] = [await message.boundingBox(), await total.locator('..').boundingBox()]
      if (toast === null || sum === null) return false
      const isBeside = toast.x + toast.width <= sum.x || sum.x + sum.width <= toast.x
      return isBeside || toast.y + toast.height <= sum.y || sum.y + sum.height <= toast.y
    }, 'the message does not cover the total')
    .toBe(true)

  const items = page.getByRole('list', { name: 'Items' }).locator('> li')
  await items
    .filter({ hasText: 'No longer available.' })
    .getByRole('button', { name: /^Remove/ })
    .click()
  await expect(refusal).toHaveCount(0)
  await expect(items.filter({ hasText: 'Out of stock at the moment.' })).toHaveCount(1)
})

test('a card is read as it is typed in the middle or pasted with more around it', async ({ page }) => {
  await signUp(page)
  await open(page, '/products/1')
  await page.getByRole('button', { name: 'Add to Cart' }).first().click()
  await open(page, '/checkout')
  await page.getByRole('radio', { name: 'Pay with Card' }).check()
  const number = page.getByLabel('Card Number')
  await number.pressSequentially('424242424242')
  for (const key of ['Home', 'ArrowRight', 'ArrowRight']) await number.press(key)
  await number.pressSequentially('12345')
  await expect(number).toHaveValue('4212 3454 2424 2424 2')
  await number.fill('')
  await page.keyboard.insertText('Card number: 4242 4242 4242 4242')
  await expect(number).toHaveValue('4242 4242 4242 4242')

  const expiry = page.getByLabel('Expiry Date')
  await expiry.pressSequentially('12/2099')
  await expect(expiry).toHaveValue('12/99')
  await expiry.fill('')
  await page.keyboard.insertText(' 1 / 2020')
  await expect(expiry).toHaveValue('01/20')
})

test('the number of a model and the words of a choice stay in one piece on a phone, also at twice its zoom', async ({
  page,
}) => {
  await signUp(page)
  await open(page, '/products/2')
  await page.getByRole('button', { name: 'Add to Cart' }).first().click()
  for (const [path, sight] of [
    ['/cart', page.getByRole('heading', { name: 'Brother HL-L2460DW' })],
    ['/checkout', page.getByText('Standard, free')],
  ] as const) {
    await open(page, path)
    await expect(sight).toBeVisible()
    for (const width of [195, 320, 390]) {
      await page.setViewportSize({ width, height: 844 })
      expect(await wordsInTwo(page), `${path} at ${width} px`).toEqual([])
    }
  }
})

/** The words of the page's content that begin on one line and end on the next. */
function wordsInTwo(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const broken: string[] = []
    const texts = document.createTreeWalker(document.querySelector('main') ?? document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const text = texts.currentNode as Text
      if (text.parentElement?.checkVisibility() !== true) continue
      for (const { 0: word, index } of text.data.matchAll(/\S+/g)) {
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        if (new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom))).size > 1) broken.push(word)
      }
    }
    return broken
  })
}

test('a long cart leads to the line that cannot be ordered', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, '/')
  await rejectTracking(page)
  const products = (await (await page.request.get('/api/products')).json()) as { id: number; name: string }[]
  const items = products
    .slice(0, 40)
    .map((product, index) => ({ id: index + 1, productId: product.id, quantity: 1, product }))
  await page.evaluate((kept) => localStorage.setItem('mr-printer-cart', JSON.stringify(kept)), { items, sessionId: '' })
  await page.route('**/api/products?ids=*', async (route) => {
    const known = (await (await route.fetch()).json()) as { id: number }[]
    const soldOut = { inStock: false, stockQuantity: 0 }
    return route.fulfill({
      json: known.map((product) => ({
        ...product,
        ...(product.id === items[30]?.productId ? soldOut : { inStock: true, stockQuantity: 50 }),
      })),
    })
  })
  await open(page, '/cart')
  await expect(page.getByText('1 item cannot be ordered as it is.')).toBeVisible()
  await page.getByRole('button', { name: 'Show it' }).click()
  await expect(page.getByText('Out of stock at the moment.')).toBeInViewport()
  await expect(page.getByRole('link', { name: items[30]?.product.name ?? '' })).toBeFocused()
})
