import { callApi, expect, expectToast, open, rejectTracking, signUp, test } from './shop.ts'
import { findings } from './walk.ts'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1'

test('a customer sees where they are signed in, and signs out there', async ({ page, browser }) => {
  const customer = await signUp(page)
  const phone = await browser.newPage({ userAgent: IPHONE })
  await open(phone, '/login')
  await phone.getByLabel('Email').fill(customer.email)
  await phone.getByLabel('Password', { exact: true }).fill(customer.password)
  await phone.getByRole('button', { name: 'Sign In' }).click()
  await expect(phone).toHaveURL('/')
  for (const userAgent of ['Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/145.0', 'curl/8.5.0']) {
    const answer = await page.request.post('/api/login', { data: customer, headers: { 'User-Agent': userAgent } })
    expect(answer.status()).toBe(200)
  }

  await open(page, '/account?tab=settings')
  await rejectTracking(page)
  const list = page.getByRole('region', { name: 'Where You Are Signed In' })
  await expect(list.getByRole('listitem')).toHaveCount(4)
  await expect(list.getByRole('listitem').first().getByText('This browser')).toBeVisible()
  expect(await findings(page)).toEqual([])

  const line = list.getByRole('listitem').filter({ hasText: 'Safari on iPhone' })
  await line.getByRole('button', { name: 'Sign Out' }).click()
  await expectToast(page, 'Signed out', 'Safari on iPhone is signed out.')
  await expect(line).toHaveCount(0)
  await expect(list.getByRole('listitem').locator(':focus'), 'the same of another one').toHaveText('Sign Out')
  await phone.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(phone.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()
  await phone.close()

  await list.getByRole('button', { name: 'Sign Out Everywhere Else' }).click()
  await expectToast(page, 'Signed out everywhere else', 'Only this browser is still signed in.')
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await expect(list.getByRole('button')).toHaveCount(0)
  expect(await callApi(page, 'GET', '/api/user/sessions')).toHaveLength(1)
})

test('a list of sessions that cannot be read or changed says so', async ({ page }) => {
  await signUp(page)
  await page.route('**/api/user/sessions', (route) => route.abort())
  await open(page, '/account?tab=settings')
  const list = page.getByRole('region', { name: 'Where You Are Signed In' })
  await expect(list.getByRole('alert')).toContainText('The list could not be loaded just now.')
  await page.unroute('**/api/user/sessions')
  const elsewhere = { firstSeen: '2026-11-20T08:00:00.000Z', lastSeen: '2026-11-21T08:00:00.000Z' }
  await page.route('**/api/user/sessions', async (route) => {
    const answer = await route.fetch()
    const sessions = (await answer.json()) as object[]
    await route.fulfill({ json: [...sessions, { ...elsewhere, id: 'x', device: 'Edge on Windows', isCurrent: false }] })
  })
  await list.getByRole('button', { name: 'Try again' }).click()
  await page.route('**/api/user/sessions/x', (route) => route.abort())
  await list.getByRole('button', { name: 'Sign Out', exact: true }).click()
  await expectToast(page, 'Sign-Out Failed', 'You are still signed in there. Check the connection and try again.')
  // The one that ended meanwhile is signed out, whoever did it.
  await page.unroute('**/api/user/sessions/x')
  await list.getByRole('button', { name: 'Sign Out', exact: true }).click()
  await expectToast(page, 'Signed out', 'Edge on Windows is signed out.')
})

test('what is open stays while the shop cannot say who visits', async ({ page, complaints }) => {
  await signUp(page)
  await open(page, '/account?tab=profile')
  await page.getByRole('button', { name: 'Add Address' }).click()
  await page.getByLabel('City').fill('Tulsa')
  const signIn = page.locator('header a[href="/login"]')
  await page.route('**/api/auth/user', (route) => route.fulfill({ status: 503 }))
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(signIn.first()).toBeAttached()
  await expect(page.getByLabel('City')).toHaveValue('Tulsa')
  await page.unroute('**/api/auth/user')
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(signIn).toHaveCount(0)
  await expect(page.getByLabel('City')).toHaveValue('Tulsa')
  expect(complaints.splice(0), 'it is logged').toEqual([expect.stringContaining('could not be read')])
})
