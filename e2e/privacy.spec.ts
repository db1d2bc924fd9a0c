import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import {
  aCustomer,
  axeFindings,
  callApi,
  expect,
  linkInMail,
  LOOKS,
  mailsTo,
  open,
  rejectTracking,
  signUp,
  test,
  thirdPartiesDecided,
} from './shop.ts'

/** Sends a privacy request through the form and answers who asked. */
async function ask(page: Page, type: string): Promise<{ email: string; reference: string }> {
  const { email } = aCustomer()
  await open(page, '/data-request')
  await page.getByLabel('First Name').fill('Ada')
  await page.getByLabel('Last Name').fill('Marlow')
  await page.getByLabel('Email', { exact: true }).first().fill(email)
  await page.getByLabel('Request Type').selectOption(type)
  await page.getByLabel('Description').fill('Everything that you hold of me.')
  const started = Date.now()
  await page.getByRole('button', { name: 'Submit Request' }).click()
  await expect(page.getByText('Request Submitted Successfully', { exact: true })).toBeVisible()
  expect(Date.now() - started).toBeGreaterThanOrEqual(2000)
  const reference = (await page.getByText(/^DR-\d{13}$/).textContent()) ?? ''
  return { email, reference }
}

test('a privacy request is confirmed by the button behind the link, not by opening it', async ({
  page,
  baseURL,
  request,
  context,
}) => {
  const { email, reference } = await ask(page, 'access')
  const link = await linkInMail(baseURL, email, /^Your privacy request/)
  // What a mail scanner does.
  for (let times = 0; times < 2; times++) expect((await request.get(link)).status()).toBe(200)

  const asked: string[] = []
  page.on('request', (each) => {
    if (each.url().includes('token=')) asked.push(each.url())
    expect(each.headers().referer ?? '').not.toContain('token=')
  })
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Confirm your request' })).toBeVisible()
  await expect(page).toHaveURL('/data-request')
  expect(asked).toHaveLength(1)
  await expect(page.locator('meta[name=robots][content=noindex]')).toBeAttached()
  await expect(page.getByText(reference, { exact: true })).toBeVisible()
  await page.reload()
  await expect(page).toHaveURL('/data-request')
  await page.getByRole('button', { name: 'Confirm my request' }).click()
  await expect(page.getByText(`Thank you, your request ${reference} is confirmed.`)).toBeVisible()

  const fileLink = await linkInMail(baseURL, email, /^Your data is ready/)
  // The same scanner gets no file.
  expect((await request.get(fileLink)).headers()['content-type']).toContain('text/html')
  await page.goto(fileLink)
  await expect(page).toHaveURL('/data-export')
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download my data' }).click()
  const file = await saving
  expect(file.suggestedFilename()).toBe(`superprinter-${reference}.json`)
  expect(JSON.parse(await readFile(await file.path(), 'utf8'))).toMatchObject({ reference, email })
  await expect(page.getByText('Your file is saved')).toBeVisible()
  await page.goto(fileLink)
  await page.getByRole('button', { name: 'Download my data' }).click()
  await expect(page.getByText('This link is no longer valid.')).toBeVisible()
  // Another tab knows nothing of the token; the link itself says that it was used.
  const again = await context.newPage()
  await open(again, '/data-request')
  await expect(again.getByRole('heading', { name: 'Confirm your request' })).toHaveCount(0)
  await again.goto(link)
  await expect(again.getByText(`your request ${reference} is confirmed.`)).toBeVisible()
  await expect(again.getByRole('button', { name: 'Confirm my request' })).toHaveCount(0)
})

test('all seven requests can be chosen by name and description; six are explained as cards', async ({ page }) => {
  await open(page, '/data-request')
  const options = await page.getByLabel('Request Type').locator('option').allTextContents()
  expect(options).toHaveLength(8)
  const cards = page.getByRole('region', { name: 'What you can ask for' }).getByRole('listitem')
  await expect(cards).toHaveCount(6)
  for (const [index, option] of options.slice(1).entries()) {
    const [, label = '', description = ''] = /^([^:]+): (.+)$/.exec(option) ?? []
    expect(description.length, option).toBeGreaterThan(10)
    if (index < 6) await expect(cards.nth(index)).toHaveText(`${label}${description}`)
    else expect(label).toBe('Other Privacy Request')
  }
})

test('what was typed into a privacy request survives a failed send and a reload', async ({ page, context }) => {
  await context.route('**/api/data-requests', (route) => route.abort())
  await open(page, '/data-request')
  const typed = {
    'First Name': 'Ada',
    'Last Name': 'Marlow',
    Phone: '(405) 555-0142',
    Description: 'Everything that you hold of me.',
  }
  for (const [label, text] of Object.entries(typed)) await page.getByRole('textbox', { name: label }).fill(text)
  await page.getByRole('textbox', { name: 'Email' }).fill('ada@example.com')
  await page.getByLabel('Request Type').selectOption('other')
  await page.getByRole('radio', { name: /^Phone/ }).check()
  await page.getByRole('button', { name: 'Submit Request' }).click()
  await expect(page.getByText('Submission Failed', { exact: true })).toBeVisible()
  await expect(page.getByText(/^Please try again or contact us directly at \S+@\S+\.$/)).toBeVisible()
  await page.reload()
  await page.locator('html[data-ready]').waitFor({ state: 'attached' })
  for (const [label, text] of Object.entries(typed))
    await expect(page.getByRole('textbox', { name: label })).toHaveValue(text)
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue('ada@example.com')
  await expect(page.getByLabel('Request Type')).toHaveValue('other')
  await expect(page.getByRole('radio', { name: /^Phone/ })).toBeChecked()
})

test('a link that is none says so and what to do', async ({ page }) => {
  await page.goto('/data-request?token=nothing-of-ours')
  await expect(page.getByText('This link is not valid.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Submit Request' })).toBeVisible()
  await page.goto('/verify-email?token=nothing-of-ours')
  await page.getByRole('button', { name: 'Confirm my address' }).click()
  await expect(page.getByText('This link is no longer valid.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Get a new link' })).toHaveAttribute('href', '/account?tab=profile')
})

test('an opt-out turns marketing off in the browser that confirms it, also where the answer is lost', async ({
  page,
  baseURL,
}) => {
  await open(page, '/')
  await page.getByRole('button', { name: 'Accept All' }).click()
  const { email } = await ask(page, 'opt-out-sale')
  await page.goto(await linkInMail(baseURL, email, /^Your privacy request/))
  const consent = () => page.evaluate(() => JSON.parse(localStorage.getItem('cookie-consent') ?? 'null') as object)
  expect(await consent()).toMatchObject({ marketing: true })
  await page.route('**/api/data-requests/verify', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', { name: 'Confirm my request' }).click()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('The opt-out holds from now on; marketing is off in this browser as well.')).toBeVisible()
  expect(await consent()).toMatchObject({ analytics: true, marketing: false })
})

test('an opt-out holds in every browser where the customer signs in', async ({ page, baseURL, browser }) => {
  test.slow()
  const { email, password } = await signUp(page)
  await callApi(page, 'POST', '/api/data-requests', {
    firstName: 'Ada',
    lastName: 'Marlow',
    email,
    requestType: 'opt-out-sale',
    description: 'Do not sell what you know.',
    verificationMethod: 'email',
  })
  const token = new URL(await linkInMail(baseURL, email, /^Your privacy request/), baseURL).searchParams.get('token')

  const other = await browser.newContext()
  const elsewhere = await other.newPage()
  let pixels = 0
  await other.route(/facebook\.(net|com)/, async (route) => {
    pixels += 1
    await route.fulfill({ contentType: 'text/javascript', body: '' })
  })
  const consent = () => elsewhere.evaluate(() => JSON.parse(localStorage.getItem('cookie-consent') ?? 'null') as object)
  await open(elsewhere, '/')
  await elsewhere.getByRole('button', { name: 'Accept All' }).click()
  await expect.poll(() => pixels).toBe(1)
  await open(elsewhere, '/login')
  await elsewhere.getByLabel('Email').fill(email)
  await elsewhere.getByLabel('Password', { exact: true }).fill(password)
  await elsewhere.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(elsewhere).toHaveURL('/')
  expect(await consent()).toMatchObject({ marketing: true })

  // While the other browser still has its old choice, the person opts out here.
  expect((await page.request.post('/api/data-requests/verify', { data: { token } })).status()).toBe(200)
  await expect
    .poll(() => mailsTo(baseURL, email).some(({ subject }) => subject.startsWith('Your opt-out is recorded')))
    .toBe(true)
  pixels = 0
  await open(elsewhere, '/')
  await expect(elsewhere.getByText('Opt-out request honored', { exact: true })).toBeVisible()
  expect(await consent()).toMatchObject({ analytics: true, marketing: false })
  await elsewhere.getByRole('button', { name: 'Cookie Preferences' }).click()
  await elsewhere.getByRole('dialog').getByRole('button', { name: 'Accept All' }).click()
  await expect.poll(consent).toMatchObject({ analytics: true, marketing: false })
  await open(elsewhere, '/products')
  await thirdPartiesDecided(elsewhere)
  expect(pixels).toBe(0)
  await other.close()
})

test('a new link to confirm the address is sent from the account', async ({ page, baseURL }) => {
  const { email } = await signUp(page)
  await open(page, '/account?tab=profile')
  await page.getByRole('button', { name: 'Send confirmation link' }).click()
  await expect(page.getByText('Confirmation Sent', { exact: true })).toBeVisible()
  await page.goto(await linkInMail(baseURL, email, /^Please confirm your email address/))
  await page.getByRole('button', { name: 'Confirm my address' }).click()
  await page.getByRole('link', { name: 'Go to My Account' }).click()
  await page.getByRole('tab', { name: 'Profile' }).click()
  await expect(page.getByText(email).first()).toBeVisible()
  await expect(page.getByText('Not confirmed yet.')).toHaveCount(0)
})

test('an email address is confirmed by the button behind the link of the welcome mail', async ({
  page,
  baseURL,
  request,
}) => {
  const { email } = await signUp(page)
  const link = await linkInMail(baseURL, email, /^Welcome/)
  await request.get(link)
  await page.goto(link)
  await expect(page).toHaveURL('/verify-email')
  await page.getByRole('button', { name: 'Confirm my address' }).click()
  await expect(page.getByText('Email confirmed', { exact: true })).toBeVisible()
  // Opened again, because the answer was lost: it says the same, and is not good for anything else.
  await page.goto(link)
  await page.getByRole('button', { name: 'Confirm my address' }).click()
  await expect(page.getByText('Your email address has been confirmed.').first()).toBeVisible()
  await page.goto(link)
  await page.getByRole('button', { name: 'This was not me' }).click()
  await expect(page.getByText('This link is no longer valid.')).toBeVisible()
})

for (const look of LOOKS) {
  test.describe(look.name, () => {
    test.use({ viewport: look.viewport, colorScheme: look.colorScheme, reducedMotion: 'reduce' } as object)
    test('what the links of mails lead to is usable by everybody', async ({ page, baseURL }) => {
      const { email } = await ask(page, 'delete')
      await rejectTracking(page)
      await page.goto(await linkInMail(baseURL, email, /^Your privacy request/))
      await expect(page.getByText('This cannot be undone.')).toBeVisible()
      expect(await axeFindings(page)).toEqual([])
      await page.goto('/verify-email?token=x')
      await expect(page.getByRole('button', { name: 'Confirm my address' })).toBeVisible()
      expect(await axeFindings(page)).toEqual([])
    })
  })
}
