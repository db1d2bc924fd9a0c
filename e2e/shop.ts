import { expect, test as base, type Locator, type Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { sendFormsFromOwnAddress } from './own-address.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Two widths and both themes in which every screen is checked. */
export const LOOKS = [
  { name: 'phone, light', viewport: { width: 390, height: 844 }, colorScheme: 'light' },
  { name: 'desktop, dark', viewport: { width: 1440, height: 900 }, colorScheme: 'dark' },
] as const

export interface Customer {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly phone: string
  readonly password: string
}

let customers = 0

/** A customer who never shopped here before. */
export function aCustomer(): Customer {
  customers += 1
  return {
    firstName: 'Ada',
    lastName: 'Marlow',
    email: `ada.${process.pid}.${Date.now()}.${customers}@example.com`,
    phone: '(405) 555-0142',
    password: 'a quiet paper tray',
  }
}

/** Fails the test for anything the browser complains about: errors, refused scripts, hydration mismatches. */
export const test = base.extend<{ complaints: string[]; forms: void }>({
  forms: [
    async ({ browser }, use, { workerIndex }) => {
      const { refused, end } = await sendFormsFromOwnAddress(browser, workerIndex)
      await use()
      await end()
      expect(refused, 'forms that the shop refused: their address had sent 20 within the hour').toEqual([])
    },
    { auto: true },
  ],
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = []
      page.on('pageerror', (error) => complaints.push(error.message))
      page.on('console', (message) => {
        if (message.type() === 'error' && !/Failed to load resource/.test(message.text()))
          complaints.push(message.text())
      })
      await use(complaints)
      // A list that the page reads again and again may be on its way through an answer of the journey's own.
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      expect(complaints, 'what the browser complained about').toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/** The mails to an address, oldest first: the shop wrote them to its log. */
export function mailsTo(
  baseURL: string | undefined,
  address: string,
): readonly { readonly subject: string; readonly text: string }[] {
  const file = join(tmpdir(), `superprinter-e2e-mails-${new URL(baseURL ?? '').port}.jsonl`)
  const mails = readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { to: string; subject: string; text: string })
  return mails.filter(({ to }) => to === address)
}

/** The link in the newest mail to an address whose subject says so, from the root. */
export async function linkInMail(baseURL: string | undefined, address: string, subject: RegExp): Promise<string> {
  let link: string | undefined
  const read = () => {
    const mail = mailsTo(baseURL, address).findLast(({ subject: written }) => subject.test(written))
    link = /https?:\/\/[^\s/]+(\/\S*token=[\w-]+)/.exec(mail?.text ?? '')?.[1]
    return link
  }
  await expect.poll(read, { intervals: [50] }).toBeDefined()
  return link ?? ''
}

/** Opens a page and waits until its script has taken over, so that a click is not lost. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.locator('html[data-ready]').waitFor({ state: 'attached' })
}

/** The accessibility findings of axe on the page as it is, as readable lines: all its rules, or these alone. */
export async function axeFindings(page: Page, rules?: readonly string[]): Promise<string[]> {
  // Nothing is half there while it is looked at: a toast that fades has no contrast of its own.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .map(({ finished, effect }) => (effect?.getComputedTiming().iterations === Infinity ? null : finished)),
    ),
  )
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  return page.evaluate(async (only) => {
    const { axe } = window as unknown as {
      axe: {
        run(options: unknown): Promise<{ violations: { id: string; help: string; nodes: { target: unknown }[] }[] }>
      }
    }
    const { violations } = await axe.run({
      runOnly: only ?? ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      // To describe what is right too takes a sixth of the time.
      resultTypes: ['violations'],
    })
    return violations.map(
      ({ id, help, nodes }) =>
        `${id}: ${help} at ${nodes
          .map((node) => JSON.stringify(node.target))
          .slice(0, 4)
          .join(' ')}`,
    )
  }, rules)
}

/**
 * Waits until the page has decided which third parties it asks, so that one that was not asked by now never is: the
 * script that asks them has run, or on a screen that never asks one, everything that runs at the start.
 */
export async function thirdPartiesDecided(page: Page, screen: 'open' | 'private' = 'open'): Promise<void> {
  await page.locator('html[data-ready]').waitFor({ state: 'attached' })
  if (screen === 'open') {
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('/trackers-')),
    )
  }
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
}

/** Cuts the connection once the page has what it fetches by itself when it is idle: the script that shows toasts. */
export async function goOffline(page: Page): Promise<void> {
  await page.locator('[aria-label^=Notifications] ol').waitFor({ state: 'attached' })
  await page.context().setOffline(true)
}

/** Shuts the consent banner, which lies over the foot of the page. */
export async function rejectTracking(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Reject All' }).click()
}

/** Shows something small of the shop in a page that has none of it yet, so that it can reach the shop's storage. */
async function enterShop(page: Page): Promise<void> {
  if (page.url() === 'about:blank') await page.goto('/robots.txt')
}

/** Signs a new customer up without the screen. The next page that is opened is theirs. */
export async function signUp(page: Page): Promise<Customer> {
  const customer = aCustomer()
  const answer = await page.request.post('/api/register', { data: customer })
  expect(answer.status()).toBe(201)
  const { token } = (await answer.json()) as { token: string }
  await enterShop(page)
  await page.evaluate((own) => localStorage.setItem('authToken', own), token)
  return customer
}

/** Signs up through the screen and ends on the home page, signed in. */
export async function signUpOnScreen(page: Page): Promise<Customer> {
  const customer = aCustomer()
  await open(page, '/signup')
  await page.getByLabel('First name').fill(customer.firstName)
  await page.getByLabel('Last name').fill(customer.lastName)
  await page.getByLabel('Email').fill(customer.email)
  await page.getByLabel('Phone').fill(customer.phone)
  await page.getByLabel('Password', { exact: true }).fill(customer.password)
  await page.getByLabel('Confirm password').fill(customer.password)
  await page.getByLabel(/13 years or older/).check()
  await page.getByLabel(/Terms of Service/).check()
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page.getByText('Account created successfully!', { exact: true })).toBeVisible()
  await expect(page).toHaveURL('/')
  return customer
}

/** An address that every form takes. */
export const ADDRESS = {
  firstName: 'Ada',
  lastName: 'Marlow',
  address: '12 Quire Lane',
  city: 'Tulsa',
  state: 'OK',
  zipCode: '74103',
  country: 'US',
}

/** Calls the shop with the session of the page: a customer's, or that of staff. @throws Error when the shop refuses */
export function callApi<T>(page: Page, method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<T> {
  return page.evaluate(
    async ({ method, path, body }) => {
      const token = localStorage.getItem('authToken')
      const headers = {
        ...(token !== null && { Authorization: `Bearer ${token}` }),
        ...(body && { 'Content-Type': 'application/json' }),
      }
      const answer = await fetch(path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
      if (!answer.ok) throw new Error(await answer.text())
      return (await answer.json()) as T
    },
    { method, path, body },
  )
}

/** Orders one piece of a product for the customer who is signed in on the page. Answers the order's number. */
export async function placeOrder(page: Page, customerEmail: string, ...productIds: readonly number[]): Promise<number> {
  const { id } = await callApi<{ id: number }>(page, 'POST', '/api/orders', {
    customerEmail,
    customerName: 'Ada Marlow',
    shippingAddress: ADDRESS,
    billingAddress: ADDRESS,
    items: productIds.map((productId) => ({ productId, quantity: 1 })),
  })
  return id
}

/** Sends a message without its form, from the address of the journey. Answers its reference. */
export async function sendMessage(page: Page, message: Readonly<Record<string, string>>): Promise<string> {
  await enterShop(page)
  const { reference } = await callApi<{ reference: string }>(page, 'POST', '/api/messages', message)
  return reference
}

/** Fills in what the checkout needs. */
export async function fillCheckout(page: Page): Promise<void> {
  await page.getByLabel(/13 years/).check()
  const shipping = page.getByRole('group', { name: /Shipping Address/ })
  await shipping.getByLabel('First name').fill(ADDRESS.firstName)
  await shipping.getByLabel('Last name').fill(ADDRESS.lastName)
  await shipping.getByLabel('Address', { exact: true }).fill(ADDRESS.address)
  await shipping.getByLabel('City').fill(ADDRESS.city)
  await shipping.getByLabel('State').selectOption(ADDRESS.state)
  await shipping.getByLabel('ZIP code').fill(ADDRESS.zipCode)
  await page.getByLabel(/same as shipping/i).check()
}

/** Ends the customer's session as a sign-out elsewhere does: the page still believes that it is signed in. */
export async function endSession(page: Page): Promise<void> {
  const token = await page.evaluate(() => localStorage.getItem('authToken'))
  const answer = await page.request.post('/api/logout', { headers: { Authorization: `Bearer ${token}` } })
  expect(answer.status()).toBe(204)
}

/**
 * Ends the customer's session in the moment in which the page sends a change to this address, and not before: of what the
 * page asks by itself, something would find out in front of the press.
 */
export async function endSessionWith(page: Page, url: string): Promise<void> {
  let hasEnded = false
  await page.route(url, async (route) => {
    if (!hasEnded && route.request().method() !== 'GET') {
      hasEnded = true
      await endSession(page)
    }
    await route.fallback()
  })
}

/** Types another last name into the profile, whose session ends in the moment in which it is sent. */
export async function changeProfileAsSessionEnds(page: Page): Promise<Locator> {
  await open(page, '/account?tab=profile')
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Profile' })
  await dialog.getByRole('textbox', { name: 'Last Name' }).fill('Lovelace')
  await endSessionWith(page, '**/api/user/profile')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  return dialog
}

/** Signs in again in the dialog that covers a page whose session has ended. */
export async function signInAgain(page: Page, customer: Pick<Customer, 'email' | 'password'>): Promise<void> {
  const cover = page.getByRole('dialog', { name: 'Sign In' })
  await expect(cover.getByText('Your session has ended.')).toBeVisible()
  await cover.getByRole('textbox', { name: 'Email' }).fill(customer.email)
  await cover.getByLabel('Password', { exact: false }).first().fill(customer.password)
  await cover.getByRole('button', { name: 'Sign In' }).click()
  await expect(cover).toBeHidden()
}

export const STAFF_PASSWORD = 'superprinter-demo'

/** Types the demonstration's staff password at the gate. */
export async function unlock(page: Page): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(STAFF_PASSWORD)
  await page.getByRole('button', { name: 'Unlock' }).click()
}

/** Opens the back office in a browser that was never here, without the gate: its check takes a second at least. */
export async function enterBackOffice(page: Page, path = '/admin'): Promise<void> {
  const answer = await page.request.post('/api/admin/session', { data: { password: STAFF_PASSWORD } })
  expect(answer.status()).toBe(200)
  await enterShop(page)
  await page.evaluate(() => localStorage.setItem('mr-printer-admin-unlocked', String(Date.now())))
  await open(page, path)
  await expect(page.getByRole('tablist', { name: 'Admin sections' })).toBeVisible()
}

/** Waits for a toast with this title and this text. */
export async function expectToast(page: Page, title: string, text: string): Promise<void> {
  const toast = page.locator('[aria-label^=Notifications] li').filter({ has: page.getByText(title, { exact: true }) })
  await expect(toast.getByText(text, { exact: true })).toBeVisible()
}

/** Holds requests back until `release` is called, so that a screen can be looked at while it waits. */
export async function holdBack(page: Page, url: string | RegExp): Promise<{ readonly release: () => void }> {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(url, async (route) => {
    await released
    await route.fallback()
  })
  return { release }
}

/** The shop gets the next change that is sent to this address, and its answer does not come back. */
export async function loseAnswer(page: Page, url: string): Promise<void> {
  let isLost = false
  await page.route(url, async (route) => {
    if (isLost || route.request().method() === 'GET') return route.fallback()
    isLost = true
    await route.fetch()
    await route.abort('connectionreset')
  })
}

/** A small picture of one color, as a file to upload. */
export async function pictureFile(name: string, color: string) {
  const picture = sharp({ create: { width: 60, height: 45, channels: 3, background: color } })
  return { name, mimeType: 'image/png', buffer: await picture.png().toBuffer() }
}

/**
 * Ends the session of staff with the next change that the page sends, and not before: a page that hears of somebody
 * else's change reads its lists anew, and would find out by itself in front of the press. That it says what it has open
 * is no change.
 */
export async function endSessionWithNextChange(page: Page): Promise<void> {
  const calls = '**/api/admin/**'
  await page.route(calls, async (route) => {
    const isChange = route.request().method() !== 'GET' && !route.request().url().endsWith('/presence')
    if (!isChange) return route.fallback()
    await page.context().clearCookies()
    // The call has its cookie already, so it gets here what the shop answers without one.
    await route.fulfill({ status: 401, json: { code: 'UNAUTHORIZED', message: 'Unauthorized', requestId: 'none' } })
    await page.unroute(calls)
  })
}
