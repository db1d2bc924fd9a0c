import type { Page } from '@playwright/test'
import { codeOf, STAFF_PERSON_PASSWORD } from '../src/bff/testing/staff-people.ts'
import { patient } from '../src/testing/patience.ts'
import { axeFindings, enterBackOffice, expect, expectToast, linkInMail, open, test } from './shop.ts'

// Browsers have no passkeys for an address in numbers.
test.use({ baseURL: `http://localhost:${process.env.E2E_PORT ?? 3987}` })
test.use({ actionTimeout: patient(10_000) })
test.describe.configure({ timeout: patient(60_000) })

/** Gives the browser of a page a device that makes and gives passkeys, with a finger always on it. */
async function connectDevice(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

test('the owner invites a person, who sets up access and a passkey, is signed out and comes back to what was typed', async ({
  page: owner,
  browser,
  baseURL,
}) => {
  const email = `nora.${Date.now()}@example.com`
  await enterBackOffice(owner, '/admin/staff')
  await owner.getByRole('button', { name: 'Invite a person' }).click()
  const invite = owner.getByRole('dialog', { name: 'Invite a person' })
  await invite.getByLabel('Name').fill('Nora Quill')
  await invite.getByLabel('Email').fill(email)
  await invite.getByLabel('Role').selectOption('orders')
  await invite.getByRole('button', { name: 'Send invitation' }).click()
  await expect(invite).toBeHidden()

  const context = await browser.newContext({ ...(baseURL !== undefined && { baseURL }) })
  const page = await context.newPage()
  await connectDevice(page)
  // A device that waits for no finger answers at once where a field offers passkeys; the journey presses the button.
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)
  })
  await open(page, await linkInMail(baseURL, email, /^Your access to the back office/))
  await expect(page.getByRole('heading', { name: 'Welcome, Nora Quill' })).toBeVisible()
  const secret = (await page.locator('code').innerText()).replaceAll(' ', '')
  await page.getByLabel('Password', { exact: true }).fill(STAFF_PERSON_PASSWORD)
  await page.getByLabel('Confirm Password').fill(STAFF_PERSON_PASSWORD)
  await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret, Date.now()))
  await page.getByRole('button', { name: 'Set up my access' }).click()
  await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10)
  await page.getByRole('button', { name: /^I have kept them/ }).click()

  // The rooms of the role, and no others.
  const tabs = page.getByRole('tablist', { name: 'Admin sections' }).getByRole('tab')
  await expect(tabs).toContainText(['Overview', 'Order Management', 'Product Management', 'Inbox', 'My access'])
  await open(page, '/admin/staff')
  await expect(page.getByRole('heading', { name: 'Not for your role' })).toBeVisible()

  await page.getByRole('tab', { name: 'My access' }).click()
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const add = page.getByRole('dialog', { name: 'Add a passkey' })
  await add.getByLabel('Name').fill('My laptop')
  await add.getByLabel('Current Password').fill(STAFF_PERSON_PASSWORD)
  await add.getByRole('button', { name: 'Add passkey' }).click()
  await expectToast(page, 'Passkey added', 'My laptop signs you in from now on.')
  expect(await axeFindings(page)).toEqual([])

  // The page learns of the end of its session by itself, and what was typed waits below the gate.
  await page.getByRole('tab', { name: 'Order Management' }).click()
  const search = page.getByRole('searchbox')
  await search.fill('half a nam')
  await owner
    .getByRole('listitem')
    .filter({ hasText: email })
    .getByRole('button', { name: /^Change/ })
    .click()
  await owner.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere', exact: true }).click()
  await expect(page.getByText('Your session has ended. Enter the password again to go on.')).toBeVisible()
  await page.getByRole('button', { name: 'Sign in with your email' }).click()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expectToast(page, 'Access Granted', 'Welcome to the admin panel.')
  await expect(search).toHaveValue('half a nam')
  await search.press('End')
  await search.pressSequentially('e')
  await expect(search).toHaveValue('half a name')
  await context.close()
})
