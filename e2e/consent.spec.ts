import type { BrowserContext, Page } from '@playwright/test'
import { expect, open, signUp, test, thirdPartiesDecided } from './shop.ts'

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

const record = (page: Page) =>
  page.evaluate(
    () =>
      JSON.parse(localStorage.getItem('cookie-consent') ?? 'null') as {
        version: string
        analytics: boolean
        marketing: boolean
      } | null,
  )
const banner = (page: Page) => page.getByRole('region', { name: 'Cookie consent' })

async function savePreferences(page: Page, toggles: readonly string[]): Promise<void> {
  await page.getByRole('button', { name: 'Preferences', exact: true }).click()
  for (const toggle of toggles) await page.getByRole('switch', { name: toggle }).check()
  await page.getByRole('button', { name: 'Save Preferences' }).click()
}

/** What a visitor does, what is then stored, and so who may be asked. */
const CHOICES: readonly {
  readonly name: string
  readonly act: (page: Page) => Promise<void>
  readonly analytics: boolean
  readonly marketing: boolean
  readonly isSaved: boolean
}[] = [
  { name: 'no choice', act: async () => {}, analytics: false, marketing: false, isSaved: false },
  {
    name: 'Accept All',
    act: (page) => page.getByRole('button', { name: 'Accept All' }).click(),
    analytics: true,
    marketing: true,
    isSaved: true,
  },
  {
    name: 'Reject All',
    act: (page) => page.getByRole('button', { name: 'Reject All' }).click(),
    analytics: false,
    marketing: false,
    isSaved: true,
  },
  {
    name: 'analytics alone',
    act: (page) => savePreferences(page, ['Analytics']),
    analytics: true,
    marketing: false,
    isSaved: true,
  },
  {
    name: 'marketing alone',
    act: (page) => savePreferences(page, ['Marketing']),
    analytics: false,
    marketing: true,
    isSaved: true,
  },
  {
    name: 'the opt-out of sale',
    act: (page) => page.getByRole('button', { name: /Do Not Sell/ }).click(),
    analytics: false,
    marketing: false,
    isSaved: true,
  },
]

for (const { name, act, analytics, marketing, isSaved } of CHOICES) {
  test(`third parties and ${name}`, async ({ page, context }) => {
    const asked = await watch(context)
    await open(page, '/')
    await expect(banner(page)).toBeVisible()
    await act(page)
    await expect(banner(page)).toHaveCount(isSaved ? 0 : 1)
    await open(page, '/products')
    await thirdPartiesDecided(page)
    await expect.poll(() => ({ ...asked })).toEqual({ analytics, marketing })
    const saved = await record(page)
    if (isSaved) expect(saved).toMatchObject({ version: '1.0', essential: true, analytics, marketing })
    else expect(saved).toBeNull()
  })
}

test('third parties that are blocked or out of order disturb nothing', async ({ page, context }) => {
  const asked = new Set<string>()
  await context.route(THIRD_PARTIES.analytics, async (route) => {
    asked.add('analytics')
    await route.abort()
  })
  await context.route(THIRD_PARTIES.marketing, async (route) => {
    asked.add('marketing')
    await route.fulfill({ status: 500, contentType: 'text/html', body: '<h1>Out of order</h1>' })
  })
  await open(page, '/products')
  await page.getByRole('button', { name: 'Accept All' }).click()
  await expect.poll(() => [...asked].toSorted()).toEqual(['analytics', 'marketing'])
  await page.getByRole('button', { name: 'Add to Cart' }).first().click()
  await expect(page.getByText(/has been added to your cart/).first()).toBeVisible()
})

test('a global privacy signal is obeyed, saved and said', async ({ page, context }) => {
  const asked = await watch(context)
  await context.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true }),
  )
  await open(page, '/')
  await expect.poll(() => record(page)).toMatchObject({ analytics: false, marketing: false })
  await expect(banner(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Cookie Preferences' }).click()
  await expect(page.getByText('Opt-out request honored')).toBeVisible()
  expect(asked).toEqual({ analytics: false, marketing: false })
})

test('a global privacy signal overrules what was allowed before it, but not what is allowed in spite of it', async ({
  page,
  context,
}) => {
  await watch(context)
  await open(page, '/')
  await page.getByRole('button', { name: 'Accept All' }).click()
  await context.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true }),
  )
  await open(page, '/products')
  await expect.poll(() => record(page)).toMatchObject({ analytics: false, marketing: false })
  await page.getByRole('button', { name: 'Cookie Preferences' }).click()
  await expect(page.getByText('Opt-out request honored')).toBeVisible()
  await page.getByRole('dialog').getByRole('switch', { name: 'Analytics' }).check()
  await page.getByRole('button', { name: 'Save Preferences' }).click()
  await open(page, '/')
  expect(await record(page)).toMatchObject({ analytics: true, marketing: false })
})

test('a choice of another version counts as none: the banner asks again, and nothing runs', async ({
  page,
  context,
}) => {
  const asked = await watch(context)
  await context.addInitScript(() => {
    if (localStorage.getItem('cookie-consent') === null)
      localStorage.setItem(
        'cookie-consent',
        JSON.stringify({
          version: '0.9',
          essential: true,
          analytics: true,
          marketing: true,
          timestamp: '2026-01-01T00:00:00.000Z',
        }),
      )
  })
  await open(page, '/')
  await expect(banner(page)).toBeVisible()
  await thirdPartiesDecided(page)
  expect(asked).toEqual({ analytics: false, marketing: false })
  await page.getByRole('button', { name: 'Reject All' }).click()
  expect(await record(page)).toMatchObject({ version: '1.0', analytics: false, marketing: false })
})

test('a reset forgets the choice, asks again and turns everything off', async ({ page, context, baseURL }) => {
  const asked = await watch(context)
  await open(page, '/')
  await page.getByRole('button', { name: 'Accept All' }).click()
  await context.addCookies([
    { name: '_ga', value: '1', url: baseURL ?? '' },
    { name: '_fbp', value: '1', url: baseURL ?? '' },
  ])
  await page.getByRole('button', { name: 'Cookie Preferences' }).click()
  // Toggles that were not saved are as they were when the dialog opens again.
  await page.getByRole('switch', { name: 'Marketing' }).uncheck()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Cookie Preferences' }).click()
  await expect(page.getByRole('switch', { name: 'Marketing' })).toBeChecked()
  await page.getByRole('button', { name: 'Reset my choice' }).click()
  await expect(banner(page)).toBeVisible()
  expect(await record(page)).toBeNull()
  await expect.poll(() => context.cookies()).toEqual([])
  asked.analytics = asked.marketing = false
  await open(page, '/products')
  await expect(banner(page)).toBeVisible()
  await thirdPartiesDecided(page)
  expect(asked).toEqual({ analytics: false, marketing: false })
})

test('a do-not-track signal turns everything off without a saved choice', async ({ page, context }) => {
  const asked = await watch(context)
  await context.addInitScript(() => Object.defineProperty(Navigator.prototype, 'doNotTrack', { get: () => '1' }))
  await open(page, '/')
  await expect(banner(page)).toBeVisible()
  await thirdPartiesDecided(page)
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

test('withdrawal clears the cookies on the host and on its parent domain, each purpose its own', async ({
  page,
  context,
  baseURL,
}) => {
  await watch(context)
  const home = `http://www.shop.localhost:${new URL(baseURL ?? '').port}/`
  await open(page, home)
  await page.getByRole('button', { name: 'Accept All' }).click()
  const names = [...COOKIES.analytics, ...COOKIES.marketing]
  await context.addCookies(
    ['www.shop.localhost', '.shop.localhost'].flatMap((domain) =>
      names.map((name) => ({ name, value: '1', domain, path: '/' })),
    ),
  )
  expect(await context.cookies()).toHaveLength(14)
  await page.getByRole('button', { name: /Do Not Sell/ }).click()
  await expect
    .poll(async () => (await context.cookies()).map(({ name }) => name).toSorted())
    .toEqual([...COOKIES.analytics, ...COOKIES.analytics].toSorted())
  await page.getByRole('button', { name: 'Cookie Preferences' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reject All' }).click()
  await expect.poll(() => context.cookies()).toEqual([])
})

test('third parties that were loaded stay behind when the visitor goes on to sign in, pay or see an account', async ({
  page,
  context,
}) => {
  test.slow()
  // Scripts as they are: they look at every move within the document.
  const spy = (host: string, mayTalk: string) => `(() => {
    const tell = () => { if (${mayTalk}) fetch('https://${host}/collect?at=' + location.pathname, { mode: 'no-cors' }).catch(() => {}) }
    for (const move of ['pushState', 'replaceState']) { const before = history[move]; history[move] = function () { before.apply(history, arguments); tell() } }
    tell()
  })()`
  const told: string[] = []
  await context.route(THIRD_PARTIES.analytics, async (route) => {
    told.push(`${new URL(page.url()).pathname} ${route.request().url()}`)
    await route.fulfill({
      contentType: 'text/javascript',
      body: spy('www.google-analytics.com', "!window['ga-disable-G-TEST123456']"),
    })
  })
  await open(page, '/')
  await page.getByRole('button', { name: 'Accept All' }).click()
  const calls = () => told.filter((line) => line.includes('collect?at=/')).length
  await expect.poll(calls).toBeGreaterThan(0)
  for (const [name, path] of [
    ['Sign In', '/login'],
    ['Sign Up', '/signup'],
  ] as const) {
    await page.getByRole('banner').getByRole('link', { name, exact: true }).click()
    await expect(page).toHaveURL(path)
    await thirdPartiesDecided(page, 'private')
    expect(await page.locator('script[src*="googletagmanager"]').count(), name).toBe(0)
    const before = calls()
    await open(page, '/')
    // What the script calls from here must not be taken for a call from the next screen.
    await expect.poll(calls).toBeGreaterThan(before)
  }
  await page.goBack()
  await expect(page).toHaveURL('/signup')
  await thirdPartiesDecided(page, 'private')
  expect(await page.locator('script[src*="googletagmanager"]').count()).toBe(0)
  expect(told.filter((line) => /^\/(login|signup)|at=\/(login|signup)/.test(line))).toEqual([])
})

test('no third party looks while somebody is signed in, and those that did are gone at once', async ({
  page,
  context,
}) => {
  const asked = await watch(context)
  const foreign = (on: Page) => on.locator('script[src*="googletagmanager"], script[src*="facebook"]').count()
  await open(page, '/')
  await page.getByRole('button', { name: 'Accept All' }).click()
  await expect.poll(() => foreign(page)).toBe(2)
  await expect.poll(() => ({ ...asked })).toEqual({ analytics: true, marketing: true })

  // Somebody signs in in another tab, where scripts never ran.
  const elsewhere = await context.newPage()
  await elsewhere.goto('/robots.txt')
  const reloaded = page.waitForEvent('load')
  await signUp(elsewhere)
  await reloaded
  await thirdPartiesDecided(page)
  expect(await foreign(page)).toBe(0)
  asked.analytics = asked.marketing = false
  for (const path of ['/', '/products', '/cart']) {
    await open(page, path)
    await thirdPartiesDecided(page)
  }
  expect(asked).toEqual({ analytics: false, marketing: false })

  await page.evaluate(() => localStorage.removeItem('authToken'))
  await open(page, '/')
  await expect.poll(() => foreign(page)).toBe(2)

  // Staff count, too: a script of the page could call the back office.
  await page.evaluate(() => localStorage.setItem('mr-printer-admin-unlocked', String(Date.now())))
  await open(page, '/')
  await thirdPartiesDecided(page)
  expect(await foreign(page)).toBe(0)
})

test('no third party is asked where money, passwords and staff are, whatever was allowed', async ({
  page,
  context,
}) => {
  test.slow()
  await watch(context)
  await open(page, '/')
  await page.getByRole('button', { name: 'Accept All' }).click()
  for (const path of [
    '/return',
    '/login',
    '/login/code',
    '/signup',
    '/account',
    '/admin',
    '/checkout',
    '/data-export',
    '/data-request',
    '/keep-email',
    '/product-alert',
    '/verify-email',
  ]) {
    const fresh = await context.newPage()
    const asked: string[] = []
    fresh.on('request', (request) => {
      if (THIRD_PARTIES.analytics.test(request.url()) || THIRD_PARTIES.marketing.test(request.url()))
        asked.push(request.url())
    })
    await fresh.goto(path)
    await thirdPartiesDecided(fresh, 'private')
    const policy = await fresh.request.get(path)
    expect(policy.headers()['content-security-policy'], path).toContain("script-src 'self';")
    expect(asked, path).toEqual([])
    await fresh.close()
  }
})

/** Whether the whole foot of the page can be scrolled above the banner. */
function endsAboveBanner(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    window.scrollTo({ top: 100_000, behavior: 'instant' })
    const [footer, banner] = ['body footer', '[data-consent-banner]'].map((name) => document.querySelector(name))
    return footer!.getBoundingClientRect().bottom < banner!.getBoundingClientRect().top + 1
  })
}

for (const width of [390, 1440]) {
  test(`a choice in the banner moves nothing that one reads, ${width} pixels wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 })
    const place = () => page.evaluate(() => [window.scrollY, document.querySelector('h2')?.getBoundingClientRect().top])
    for (const at of [0, 400, 100_000]) {
      await open(page, '/products/2')
      await page.evaluate(() => localStorage.removeItem('cookie-consent'))
      await open(page, '/products/2')
      await expect(banner(page)).toBeVisible()
      await page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), at)
      if (at > 400) await expect.poll(() => endsAboveBanner(page), 'the end of the page').toBe(true)
      const before = await place()
      await page.getByRole('button', { name: 'Accept All' }).click()
      await expect(banner(page)).toHaveCount(0)
      expect(await place(), `from ${at}`).toEqual(before)
    }
    await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).click()
    await expect(page).toHaveURL('/faq')
    const below = () =>
      page.evaluate(() => {
        const { bottom } = document.querySelector('body footer')!.getBoundingClientRect()
        return Math.abs(document.documentElement.scrollHeight - window.scrollY - bottom)
      })
    await expect.poll(below, 'no room for it on the next page').toBeLessThan(1)
  })
}
