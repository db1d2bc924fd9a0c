import type { Page } from '@playwright/test'
import {
  axeFindings,
  callApi,
  expect,
  expectToast,
  linkInMail,
  mailsTo,
  open,
  rejectTracking,
  signUp,
  test,
} from './shop.ts'
import { findings } from './walk.ts'

/** Opens the link of a mail and presses its button. */
async function confirm(page: Page, link: string): Promise<void> {
  await open(page, link)
  await page.getByRole('button', { name: 'Confirm my address' }).click()
  await expect(page.getByText('Your email address has been confirmed.', { exact: false }).first()).toBeVisible()
}

async function askForAddress(page: Page, email: string, password: string): Promise<void> {
  await open(page, '/account?tab=profile')
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Profile' })
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Current Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog).toBeHidden()
}

test('a new email address waits for its proof, and the old one takes it back', async ({ page, baseURL }) => {
  test.slow()
  const customer = await signUp(page)
  await confirm(page, await linkInMail(baseURL, customer.email, /Welcome/))
  const email = `new.${customer.email}`

  await open(page, '/account?tab=profile')
  await rejectTracking(page)
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Profile' })
  await expect(dialog.getByLabel('Current Password', { exact: true })).toBeHidden()
  await dialog.getByLabel('Email').fill(email)
  await expect(dialog.getByText('It counts once you open the link that we send there.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog.getByText('Enter your current password to change your email address')).toBeVisible()
  await dialog.getByLabel('Current Password', { exact: true }).fill('not this one')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog.getByText('Current password is incorrect')).toBeVisible()
  await expect(dialog.getByLabel('Email')).toHaveValue(email)
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toContain(
    'not this one',
  )
  expect(await axeFindings(page), 'the profile form').toEqual([])
  await dialog.getByLabel('Current Password', { exact: true }).fill(customer.password)
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog).toBeHidden()

  const profile = page.getByRole('region', { name: 'Profile Information' })
  await expect(profile).toContainText(`${customer.email}Waiting for proof of ${email}`)
  expect(await findings(page), 'a pending address').toEqual([])
  await linkInMail(baseURL, email, /confirm your new/)
  await profile.getByRole('button', { name: 'Send the link again' }).click()
  await expectToast(page, 'Confirmation Sent', `We have sent a new link to ${email}. It works for 24 hours.`)
  await profile.getByRole('button', { name: 'Cancel the change' }).click()
  await expect(profile.getByText('Waiting for proof')).toBeHidden()

  await askForAddress(page, email, customer.password)
  const asked = () => mailsTo(baseURL, customer.email).filter(({ subject }) => subject.startsWith('A new email'))
  await expect.poll(() => asked().length).toBe(2)
  const undo = await linkInMail(baseURL, customer.email, /A new email address/)
  await expect
    .poll(async () => {
      await page.request.post('/api/verify-email', {
        data: { token: (await linkInMail(baseURL, email, /confirm your new/)).split('token=')[1] },
      })
      return (await callApi<{ email: string }>(page, 'GET', '/api/auth/user')).email
    })
    .toBe(email)

  await open(page, undo)
  await expect(page).not.toHaveURL(/token=/)
  expect(await findings(page), 'the way back').toEqual([])
  await page.getByRole('button', { name: 'Keep this address' }).click()
  await expect(page.getByText('Your email address stays.')).toBeVisible()
  expect(await findings(page), 'back again').toEqual([])
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()
  const signIn = (address: string) =>
    page.request.post('/api/login', { data: { email: address, password: customer.password } })
  expect((await signIn(email)).status()).toBe(401)
  expect((await signIn(customer.email)).status()).toBe(200)
  await page.getByRole('link', { name: 'Choose a new password' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Forgot Your Password?' })).toBeVisible()
})

test('a link to keep an address that no longer works says so', async ({ page }) => {
  await open(page, '/keep-email?token=unknown')
  await page.getByRole('button', { name: 'Keep this address' }).click()
  await expect(page.getByText('This link is no longer valid.')).toBeVisible()
  await expect(page.getByText('one that was used has done its work')).toBeVisible()
  await open(page, '/keep-email')
  await expect(page.getByText('Please open the link in our email.')).toBeVisible()
})

test('an account that somebody else opened with an address is closed by who reads its mail', async ({
  page,
  browser,
  baseURL,
}) => {
  const squatter = await signUp(page)
  const link = await linkInMail(baseURL, squatter.email, /Welcome/)
  const elsewhere = await browser.newContext({ baseURL: baseURL ?? '' })
  const reader = await elsewhere.newPage()
  await open(reader, link)
  await rejectTracking(reader)
  expect(await findings(reader), 'the question').toEqual([])
  await reader.route('**/api/verify-email/decline', (route) => route.abort(), { times: 1 })
  await reader.getByRole('button', { name: 'This was not me' }).click()
  await expect(reader.getByText('We could not reach the shop. Your link still works; please try again.')).toBeVisible()
  await reader.getByRole('button', { name: 'This was not me' }).click()
  await expect(reader.getByText('Thank you for telling us.')).toBeVisible()
  expect(await findings(reader), 'told').toEqual([])
  await expect(reader.getByRole('link', { name: 'Sign in with a code' })).toBeVisible()
  await open(reader, '/verify-email')
  await expect(reader.getByText('Please open the link in our email.')).toBeVisible()
  await open(page, '/account')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()
  await elsewhere.close()
})
