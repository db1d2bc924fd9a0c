import type { Page } from '@playwright/test'
import {
  callApi,
  changeProfileAsSessionEnds,
  expect,
  expectToast,
  goOffline,
  holdBack,
  linkInMail,
  mailsTo,
  open,
  rejectTracking,
  signUp,
  test,
} from './shop.ts'
import { findings } from './walk.ts'
import { patient } from '../src/testing/patience.ts'

const NEW_PASSWORD = 'a louder paper tray'

/** The code in the newest mail to an address, once there are so many of them. */
async function codeIn(baseURL: string | undefined, address: string, count = 1): Promise<string> {
  const codeMails = () => mailsTo(baseURL, address).filter(({ subject }) => subject === 'Your sign-in code')
  await expect.poll(() => codeMails().length, { timeout: patient(40_000) }).toBe(count)
  return /Code: (\d{6})/.exec(codeMails().at(-1)?.text ?? '')?.[1] ?? ''
}

const wrongCode = (code: string) => (code === '000000' ? '000001' : '000000')
const codeField = (page: Page) => page.getByRole('textbox', { name: 'Code' })

/** Signs up and out again. */
async function aFormerCustomer(page: Page) {
  const customer = await signUp(page)
  await page.evaluate(() => localStorage.removeItem('authToken'))
  return customer
}

test('who forgot the password gets in by a code, chooses a new one, and is back at the checkout', async ({
  page,
  baseURL,
}) => {
  const customer = await aFormerCustomer(page)
  await open(page, '/products/1')
  await rejectTracking(page)
  await page.getByRole('button', { name: 'Add to Cart' }).first().click()
  await open(page, '/checkout')
  await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click()
  await page.getByLabel('Email').fill(customer.email)
  await page.getByLabel('Password', { exact: true }).fill('not this one')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByText('Login failed', { exact: true })).toBeVisible()
  await page
    .getByRole('region', { name: /Notifications/ })
    .getByRole('link', { name: 'Forgot your password?' })
    .click()

  await expect(page).toHaveURL('/login/code')
  await expect(page.getByRole('heading', { level: 1, name: 'Forgot Your Password?' })).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(customer.email)
  await page.getByRole('button', { name: 'Email Me a Code' }).click()

  await expect(page.getByRole('heading', { level: 1, name: 'Enter Your Code' })).toBeVisible()
  await expect(codeField(page)).toBeFocused()
  await expect(codeField(page)).toHaveAttribute('autocomplete', 'one-time-code')
  await expect(codeField(page)).toHaveAttribute('inputmode', 'numeric')
  await expect(page.getByRole('button', { name: /^Send a new code in 0:\d\d$/ })).toBeDisabled()
  const code = await codeIn(baseURL, customer.email)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByText('OTP must be 6 digits')).toBeVisible()
  await codeField(page).fill(wrongCode(code))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main').getByText('This code is not right. 4 tries are left.')).toBeVisible()

  await page.reload()
  await page.locator('html[data-ready]').waitFor({ state: 'attached' })
  await codeField(page).fill(`${code.slice(0, 3)} ${code.slice(3)}`)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Choose a New Password' })).toBeVisible()
  await expect(page.getByLabel('New Password', { exact: true })).toBeFocused()
  await page.getByLabel('New Password', { exact: true }).fill(NEW_PASSWORD)
  await page.getByLabel('Confirm New Password').fill('something else')
  await page.getByRole('button', { name: 'Save Password' }).click()
  await expect(page.getByText("Passwords don't match")).toBeVisible()
  await page.getByLabel('Confirm New Password').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Save Password' }).click()
  await expect(page).toHaveURL('/checkout')
  await expect(page.getByRole('group', { name: /Shipping Address/ })).toBeVisible()

  const signIn = (password: string) => page.request.post('/api/login', { data: { email: customer.email, password } })
  expect((await signIn(customer.password)).status()).toBe(401)
  expect((await signIn(NEW_PASSWORD)).status()).toBe(200)
})

test('a new password can be left for another time', async ({ page, baseURL }) => {
  const customer = await aFormerCustomer(page)
  await open(page, '/login')
  await page.getByLabel('Email').fill(customer.email)
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  // The field of the sign-in form has the same name and the same address in it.
  await expect(page.getByRole('heading', { level: 1, name: 'Forgot Your Password?' })).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(customer.email)
  await page.getByLabel('Email').press('Enter')
  await codeField(page).fill(await codeIn(baseURL, customer.email))
  await codeField(page).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Choose a New Password' })).toBeVisible()
  await page.getByRole('button', { name: 'Not now' }).click()
  await expect(page).toHaveURL('/')
  expect(await callApi(page, 'GET', '/api/auth/user')).toMatchObject({ email: customer.email, isEmailVerified: true })
  // The address was not proved before: the person who opened the account may be somebody else.
  expect((await page.request.post('/api/login', { data: customer })).status()).toBe(401)
})

test('a code that was mistyped five times says so, and another one works', async ({ page, baseURL }) => {
  const customer = await aFormerCustomer(page)
  await open(page, '/login/code')
  await page.getByLabel('Email').fill(customer.email)
  await page.clock.install()
  await page.getByRole('button', { name: 'Email Me a Code' }).click()
  const code = await codeIn(baseURL, customer.email)
  for (const left of ['4 tries are', '3 tries are', '2 tries are', 'One try is']) {
    await codeField(page).fill(wrongCode(code))
    await codeField(page).press('Enter')
    await expect(page.getByRole('main').getByText(`This code is not right. ${left} left.`)).toBeVisible()
  }
  await codeField(page).press('Enter')
  await expect(page.getByRole('main').getByText('Too many wrong tries: this code no longer works.')).toBeVisible()
  await page.clock.runFor(31_000)
  await page.getByRole('button', { name: 'Send a new code' }).click()
  await expect(page.getByText('A new code is on its way. Only the newest one works.')).toBeVisible()
  await expect(codeField(page)).toHaveValue('')
  await expect(codeField(page)).toBeFocused()
  await codeField(page).fill(await codeIn(baseURL, customer.email, 2))
  await codeField(page).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Choose a New Password' })).toBeVisible()
})

test('who is kept from a code by strangers asks with the link of a mail', async ({ page, browser, baseURL }) => {
  const customer = await aFormerCustomer(page)
  for (let times = 0; times < 5; times++) {
    const stranger = await browser.newContext()
    const asked = await stranger.request.post(`${baseURL}/api/login/code`, { data: { email: customer.email } })
    expect(asked.status()).toBe(202)
    await stranger.close()
  }
  await open(page, '/login/code')
  await page.getByLabel('Email').fill(customer.email)
  await page.getByRole('button', { name: 'Email Me a Code' }).click()
  const notices = page.getByRole('region', { name: /Notifications/ })
  await expect(notices.getByText('Use the link in our latest email with a code, or try again in')).toBeVisible()

  // The mail that welcomed the customer is one of the five that an unproved address gets.
  await codeIn(baseURL, customer.email, 4)
  await open(page, await linkInMail(baseURL, customer.email, /^Your sign-in code$/))
  await expect(page).toHaveURL('/login/code')
  await page.getByLabel('Email').fill(customer.email)
  await page.getByRole('button', { name: 'Email Me a Code' }).click()
  await codeField(page).fill(await codeIn(baseURL, customer.email, 5))
  await codeField(page).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Choose a New Password' })).toBeVisible()
})

test('a code counts in every tab of its browser, however often strangers mistype it', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const customer = await aFormerCustomer(page)
  const ask = async (tab: Page) => {
    await open(tab, '/login/code')
    await tab.getByLabel('Email').fill(customer.email)
    await tab.getByRole('button', { name: 'Email Me a Code' }).click()
    await expect(codeField(tab)).toBeVisible()
  }
  await ask(page)
  await codeIn(baseURL, customer.email)
  const second = await context.newPage()
  await ask(second)
  const code = await codeIn(baseURL, customer.email, 2)

  const elsewhere = await browser.newContext()
  const stranger = await elsewhere.newPage()
  const guess = (otp: string) =>
    stranger.request.post(`${baseURL}/api/login/code/verify`, { data: { email: customer.email, otp } })
  for (let times = 0; times < 6; times++) expect((await guess(wrongCode(code))).status()).toBe(401)
  await stranger.request.post(`${baseURL}/api/login/code`, { data: { email: customer.email } })
  for (let times = 0; times < 6; times++) expect((await guess(wrongCode(code))).status()).toBe(401)
  await elsewhere.close()

  await codeField(page).fill(code)
  await codeField(page).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Choose a New Password' })).toBeVisible()
})

test('an address without an account is answered like any other', async ({ page }) => {
  await open(page, '/login/code')
  await page.getByLabel('Email').fill('nobody.at.all@example.com')
  await page.getByRole('button', { name: 'Email Me a Code' }).click()
  await expect(page.getByText('If nobody.at.all@example.com has an account with us')).toBeVisible()
  await codeField(page).fill('123456')
  await codeField(page).press('Enter')
  await expect(page.getByRole('main').getByText('This code is not right. 4 tries are left.')).toBeVisible()
  await page.getByRole('button', { name: 'Use another address' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Forgot Your Password?' })).toBeVisible()
})

test('waiting, a lost connection and a refusal are said, and what was typed stays', async ({ page, context }) => {
  await open(page, '/login/code')
  await page.getByLabel('Email').fill('ada@example.com')
  await page.route('**/api/login/code', (route) => route.abort())
  const held = await holdBack(page, '**/api/login/code')
  await page.getByRole('button', { name: 'Email Me a Code' }).click()
  await expect(page.getByRole('button', { name: 'Sending...' })).toBeDisabled()
  held.release()
  await expectToast(page, 'No code was sent', 'Please check the connection and try again.')
  await goOffline(page)
  await expect(page.getByText('You are offline. What you typed is kept;')).toBeVisible()
  await context.setOffline(false)
  await page.route('**/api/login/code', (route) =>
    route.fulfill({
      status: 429,
      json: { code: 'TOO_MANY_REQUESTS', message: 'Too many tries. Try again in 42 minutes.', requestId: 'r' },
    }),
  )
  await page.getByRole('button', { name: 'Email Me a Code' }).click()
  await expectToast(page, 'No code was sent', 'Too many tries. Try again in 42 minutes.')
  await page.reload()
  await expect(page.getByLabel('Email')).toHaveValue('ada@example.com')
})

test('a code opens a session that ended in the middle of something, too', async ({ page, baseURL }) => {
  const customer = await signUp(page)
  const dialog = await changeProfileAsSessionEnds(page)
  const cover = page.getByRole('dialog', { name: 'Sign In' })
  await cover.getByRole('textbox', { name: 'Email' }).fill(customer.email)
  await cover.getByRole('button', { name: 'Forgot your password?' }).click()
  await cover.getByRole('button', { name: 'Email Me a Code' }).click()
  await cover.getByRole('textbox', { name: 'Code' }).fill(await codeIn(baseURL, customer.email))
  await cover.getByRole('button', { name: 'Sign In', exact: true }).click()
  await cover.getByLabel('New Password', { exact: true }).fill(NEW_PASSWORD)
  await cover.getByLabel('Confirm New Password').fill(NEW_PASSWORD)
  await cover.getByRole('button', { name: 'Save Password' }).click()
  await expect(cover).toBeHidden()
  await expect(dialog.getByRole('textbox', { name: 'Last Name' })).toHaveValue('Lovelace')
})

test('the screens of the forgotten password are for everybody', async ({ page, baseURL }) => {
  const customer = await aFormerCustomer(page)
  await open(page, '/login/code')
  await rejectTracking(page)
  await page.getByLabel('Email').fill(customer.email)
  await page.getByRole('button', { name: 'Email Me a Code' }).click()
  await expect(codeField(page)).toBeVisible()
  expect(await findings(page), 'the code').toEqual([])
  await codeField(page).fill(await codeIn(baseURL, customer.email))
  await codeField(page).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Choose a New Password' })).toBeVisible()
  expect(await findings(page), 'the new password').toEqual([])
})
