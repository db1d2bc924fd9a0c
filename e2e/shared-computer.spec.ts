import type { Page } from '@playwright/test'
import {
  aCustomer,
  callApi,
  changeProfileAsSessionEnds,
  type Customer,
  endSession,
  expect,
  open,
  rejectTracking,
  signInAgain,
  signUp,
  test,
} from './shop.ts'

// Two people at one browser: a sign-out on purpose, or a session that ended by itself, stands between them.

const SECRET = 'My number is 405 555 0142'
const messageOf = (tab: Page) => tab.getByRole('form', { name: 'Contact' }).getByLabel('Message')
const storageOf = (tab: Page) => tab.evaluate(() => JSON.stringify({ ...sessionStorage }))

async function aSecondCustomer(page: Page): Promise<Customer> {
  const customer = { ...aCustomer(), firstName: 'Grace' }
  expect((await page.request.post('/api/register', { data: customer })).status()).toBe(201)
  return customer
}

async function signIn(tab: Page, customer: Pick<Customer, 'email' | 'password'>): Promise<void> {
  await expect(tab.getByRole('heading', { name: 'Sign In' })).toBeVisible()
  await tab.getByRole('main').getByLabel('Email').fill(customer.email)
  await tab.getByRole('main').getByLabel('Password', { exact: true }).fill(customer.password)
  await tab.getByRole('main').getByRole('button', { name: 'Sign In' }).click()
  await expect(tab).toHaveURL('/')
}

/** Without another document, whose memory would be empty. */
async function goToContact(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Contact' }).first().click()
  await expect(page).toHaveURL('/contact')
}

/** The window gets the focus: the shop finds out by itself that the session is over. */
async function loseSession(tab: Page): Promise<void> {
  await endSession(tab)
  await tab.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(tab.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()
}

interface Collected {
  readonly cart: readonly number[]
  readonly wishlist: readonly number[]
}

async function addToCart(page: Page, id: number): Promise<void> {
  await open(page, `/products/${id}`)
  await page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).first().click()
}

async function addToWishlist(page: Page, id: number): Promise<void> {
  await open(page, `/products/${id}`)
  await page
    .getByRole('main')
    .getByRole('button', { name: /to wishlist/i })
    .first()
    .click()
}

/** What the account of the customer who is signed in keeps. */
async function inAccount(page: Page): Promise<Collected> {
  const { items } = await callApi<{ items: readonly { productId: number }[] }>(page, 'GET', '/api/user/cart')
  const { productIds } = await callApi<{ productIds: readonly number[] }>(page, 'GET', '/api/user/wishlist')
  return { cart: items.map(({ productId }) => productId), wishlist: productIds }
}

/** What the pages show, whoever visits. */
async function onPages(page: Page): Promise<Collected> {
  const shown = async (path: string, empty: string) => {
    await open(page, path)
    const list = page.getByRole('main').getByRole('listitem')
    await expect(page.getByRole('heading', { name: empty }).or(list.first())).toBeVisible()
    const hrefs = await list
      .getByRole('heading')
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
    return hrefs.map((href) => Number(/\d+/.exec(href)?.[0]))
  }
  return {
    cart: await shown('/cart', 'Your cart is empty'),
    wishlist: await shown('/wishlist', 'Your wishlist is empty'),
  }
}

test.describe('another customer who signs in where a session has ended by itself', () => {
  test('on the sign-in page does not find what was typed; the same customer does', async ({ page }) => {
    const first = await signUp(page)
    const second = await aSecondCustomer(page)
    await open(page, '/contact')
    await expect(page.getByRole('banner').getByRole('button', { name: 'Logout' })).toBeVisible()
    await messageOf(page).fill(SECRET)
    for (const [customer, words] of [
      [first, SECRET],
      [second, ''],
    ] as const) {
      await loseSession(page)
      await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click()
      await signIn(page, customer)
      await goToContact(page)
      await expect(messageOf(page)).toHaveValue(words)
    }
    expect(await storageOf(page)).not.toContain('405 555')
  })

  test('in the dialog over the page finds their own account, and nothing of the former one', async ({ page }) => {
    await signUp(page)
    const second = await aSecondCustomer(page)
    const dialog = await changeProfileAsSessionEnds(page)
    await signInAgain(page, second)
    await expect(page).toHaveURL('/account?tab=profile')
    await expect(page.getByRole('main').getByText('Grace').first()).toBeVisible()
    await expect(page.getByText('Lovelace')).toHaveCount(0)
    await page.getByRole('button', { name: 'Edit Profile' }).click()
    await expect(dialog.getByRole('textbox', { name: 'Last Name' })).toHaveValue(second.lastName)
    expect(await storageOf(page)).not.toContain('Lovelace')
  })

  test('in another tab takes it from this one, too', async ({ page, context }) => {
    await signUp(page)
    const second = await aSecondCustomer(page)
    await open(page, '/contact')
    await expect(page.getByRole('banner').getByRole('button', { name: 'Logout' })).toBeVisible()
    await messageOf(page).fill(SECRET)
    await loseSession(page)
    const other = await context.newPage()
    await open(other, '/login')
    await signIn(other, second)
    await expect(page.getByRole('banner').getByText('Grace')).toBeVisible()
    await expect(messageOf(page)).toHaveValue('')
    expect(await storageOf(page)).not.toContain('405 555')
  })

  test('finds what they typed before, where nobody was signed in', async ({ page }) => {
    const customer = await aSecondCustomer(page)
    await open(page, '/contact')
    await rejectTracking(page)
    await messageOf(page).fill('Which paper fits?')
    await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click()
    await signIn(page, customer)
    await goToContact(page)
    await expect(messageOf(page)).toHaveValue('Which paper fits?')
  })

  test('finds no cart and no wishlist of the former one, but what was added since', async ({ page }) => {
    const first = await signUp(page)
    const second = await aSecondCustomer(page)
    await addToCart(page, 1)
    await addToWishlist(page, 3)
    await expect.poll(() => inAccount(page)).toEqual({ cart: [1], wishlist: [3] })
    await loseSession(page)
    expect(await onPages(page), 'an anonymous visitor goes on with them').toEqual({ cart: [1], wishlist: [3] })
    await addToCart(page, 2)
    await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click()
    await signIn(page, second)
    await expect.poll(() => inAccount(page)).toEqual({ cart: [2], wishlist: [] })
    await expect.poll(() => onPages(page)).toEqual({ cart: [2], wishlist: [] })
    await loseSession(page)
    await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click()
    await signIn(page, first)
    await expect.poll(() => onPages(page)).toEqual({ cart: [1], wishlist: [3] })
  })
})

test('a customer who signs out takes cart and wishlist along, and finds them again', async ({ page, context }) => {
  const first = await signUp(page)
  const second = await aSecondCustomer(page)
  await addToWishlist(page, 3)
  const other = await context.newPage()
  await open(other, '/')
  // Not saved yet: that happens a second later.
  await addToCart(page, 1)
  await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()
  expect(await onPages(page)).toEqual({ cart: [], wishlist: [] })
  await expect(other.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()
  expect(await onPages(other), 'in another tab').toEqual({ cart: [], wishlist: [] })
  for (const [customer, collected] of [
    [second, { cart: [], wishlist: [] }],
    [first, { cart: [1], wishlist: [3] }],
  ] as const) {
    await open(page, '/login')
    await signIn(page, customer)
    await expect.poll(() => inAccount(page)).toEqual(collected)
    await expect.poll(() => onPages(page)).toEqual(collected)
    await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click()
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()
  }
})
