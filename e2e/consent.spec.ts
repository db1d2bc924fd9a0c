import type { BrowserContext, Page } from '@playwright/test'
import { expect, open, test } from './shop.ts'

const THIRD_PARTIES = { analytics: /googletagmanager\.com|google-analytics\.com/, marketing: /facebook\.(net|com)/ }
const COOKIES = { analytics: ['_ga', '_gid', '_gat', '_ga_TEST', '_gat_TEST'], marketing: ['_fbp', '_fbc'] }

/** Answers third parties from here and notes which were asked. */
async function watch(context: BrowserContext): Promise<{ analytics: boolean; marketing: boolean }> {
  const asked = { analytics: false, marketing: false }
  for (const purpose of ['analytics', 'marketing'] as const) {
    await context.route(THIRD_PARTIES[purpose], async (route) => {
      asked[purpose] = true
      await route.fulfill({ contentType: 'text/javascript', body: '' })
    })
  }
  return asked
}

const record = (page: Page) => page.evaluate(() => JSON.parse(localStorage.getItem('cookie-consent') ?? 'null') as { version: string; analytics: boolean; marketing: boolean } | null)
const banner = (page: Page) => page.getByRole('region', { name: 'Cookie consent' })

async function savePreferences(page: Page, toggles: readonly string[]): Promise<void> {
  await page.getByRole('button', { name: 'Preferences', exact: true }).click()
  for (const toggle of toggles) await page.getByRole('switch', { name: toggle }).check()
  await page.getByRole('button', { name: 'Save Preferences' }).click()
}

/** What a visitor does, what is then stored, and so who may be asked. */
const CHOICES: readonly { readonly name: string; readonly act: (page: Page) => Promise<void>; readonly analytics: boolean; readonly marketing: boolean; readonly isSaved: boolean }[] = [
  { name: 'no choice', act: async () => {}, analytics: false, marketing: false, isSaved: false },
  { name: 'Accept All', act: (page) => page.getByRole('button', { name: 'Accept All' }).click(), analytics: true, marketing: true, isSaved: true },
  { name: 'Reject All', act: (page) => page.getByRole('button', { name: 'Reject All' }).click(), analytics: false, marketing: false, isSaved: true },
  { name: 'analytics alone', act: (page) => savePreferences(page, ['Analytics']), analytics: true, marketing: false, isSaved: true },
  { name: 'marketing alone', act: (page) => savePreferences(page, ['Marketing']), analytics: false, marketing: true, isSaved: true },
  { name: 'the opt-out of sale', act: (page) => page.getByRole('button', { name: /Do Not Sell/ }).click(), analytics: false, marketing: false, isSaved: true },
]

for (const { name, act, analytics, marketing, isSaved } of CHOICES) {
  test(`third parties and ${name}`, async ({ page, context }) => {
    const asked = await watch(context)
    await open(page, '/')
    await expect(banner(page)).toBeVisible()
    await act(page)
    await expect(banner(page)).toHaveCount(isSaved ? 0 : 1)
    await open(page, '/products')
    await page.waitForLoadState('networkidle')
    expect(asked).toEqual({ analytics, marketing })
    const saved = await record(page)
    if (isSaved) expect(saved).toMatchObject({ version: '1.0', essential: true, analytics, marketing })
    else expect(saved).toBeNull()
  })
}

test('a global privacy signal is obeyed, saved and said', async ({ page, context }) => {
  const asked = await watch(context)
  await context.addInitScript(() => Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true }))
  await open(page, '/')
  await expect.poll(() => record(page)).toMatchObject({ analytics: false, marketing: false })
  await expect(banner(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Cookie Preferences' }).click()
  await expect(page.getByText('Opt-out request honored')).toBeVisible()
  expect(asked).toEqual({ analytics: false, marketing: false })
})

test('a do-not-track signal turns everything off without a saved choice', async ({ page, context }) => {
  const asked = await watch(context)
  await context.addInitScript(() => Object.defineProperty(Navigator.prototype, 'doNotTrack', { get: () => '1' }))
  await open(page, '/')
  await expect(banner(page)).toBeVisible()
  expect(await record(page)).toBeNull()
  expect(asked).toEqual({ analytics: false, marketing: false })
})

test('withdrawal clears the cookies of those who may no longer look', async ({ page, context, baseURL }) => {
  await watch(context)
  await open(page, '/')
  await page.getByRole('button', { name: 'Accept All' }).click()
  const url = baseURL ?? ''
  await context.addCookies([...COOKIES.analytics, ...COOKIES.marketing].map((name) => ({ name, value: '1', url })))
  await page.getByRole('button', { name: 'Cookie Preferences' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reject All' }).click()
  await expect.poll(async () => (await context.cookies()).map(({ name }) => name)).toEqual([])
})

test('no third party is asked where money, passwords and staff are, whatever was allowed', async ({ page, context }) => {
  await watch(context)
  await open(page, '/')
  await page.getByRole('button', { name: 'Accept All' }).click()
  for (const path of ['/login', '/signup', '/account', '/admin']) {
    const fresh = await context.newPage()
    const asked: string[] = []
    fresh.on('request', (request) => {
      if (THIRD_PARTIES.analytics.test(request.url()) || THIRD_PARTIES.marketing.test(request.url())) asked.push(request.url())
    })
    await fresh.goto(path)
    await fresh.waitForLoadState('networkidle')
    expect(asked, path).toEqual([])
    await fresh.close()
  }
})
