import type { Locator } from '@playwright/test'
import sharp from 'sharp'
import { patient } from '../src/testing/patience.ts'
import { axeFindings, expect, open, placeOrder, rejectTracking, signUp, test } from './shop.ts'
import { findings, whatDoesNotFit } from './walk.ts'

/**
 * Every address of the route table that needs nobody to sign in (specification 2, section 2), and what leads on. One
 * page walks through a group: to begin anew takes as long as a small screen itself.
 */
const SCREENS = {
  'the home page and the lists': [
    '/',
    '/products',
    '/products?search=zzzzzz',
    '/category/printers',
    '/category/photo-printers',
    '/category/scanners',
    '/business',
  ],
  'a product and what helps to choose one': [
    '/products/1',
    '/products/999999',
    '/finder',
    '/finder?prints=documents&pages=3000&color=yes&scans=fax&connection=wifi&paper=letter',
    '/compare',
    '/compare?ids=1,25,40,60',
  ],
  'what a visitor keeps, orders and signs in to': [
    '/cart',
    '/wishlist',
    '/return',
    '/login',
    '/login/code',
    '/signup',
    '/product-alert',
    '/track',
    '/admin',
  ],
  'help and contact': ['/support', '/contact', '/about', '/warranty', '/installation', '/manuals', '/faq'],
  'the rules and the company': [
    '/privacy',
    '/terms',
    '/returns',
    '/careers',
    '/press',
    '/partners',
    '/affiliate',
    '/data-request',
    '/no-such-page',
  ],
} as const

for (const [group, screens] of Object.entries(SCREENS))
  test(`for everybody: ${group}`, async ({ page }) => {
    test.setTimeout(patient(120_000))
    for (const screen of screens) {
      await open(page, screen)
      expect.soft(await findings(page), screen).toEqual([])
    }
  })

test('dialogs and drawers have room on the narrowest phone, and for large letters', async ({ page }) => {
  const phone = { width: 390, height: 844 }
  await page.setViewportSize(phone)
  const wrong: string[] = []
  const look = async (name: string) => {
    await expect(page.getByRole('dialog')).toBeVisible()
    wrong.push(...(await whatDoesNotFit(page)).map((line) => `${name}: ${line}`))
    await page.keyboard.press('Escape')
    await page.setViewportSize(phone)
  }
  const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).first().click()
  await open(page, '/products')
  await press('Preferences')
  await look('consent')
  await rejectTracking(page)
  await press('Menu')
  await look('menu')
  await press(/^Filter/)
  await look('filters')
  await open(page, '/products/1')
  await press(/^Enlarge/)
  await look('pictures')
  const { email } = await signUp(page)
  await open(page, '/')
  await placeOrder(page, email, 2)
  await open(page, '/account?tab=orders')
  for (const name of ['View Details', 'Track Order', 'Change Order', 'Cancel Order']) {
    await press(name)
    await look(name)
  }
  await open(page, '/account?tab=profile')
  await press('Edit Profile')
  await look('Edit Profile')
  expect(wrong).toEqual([])
})

test('high contrast keeps what is chosen, marked and pressed to be seen', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  for (const screen of ['/', '/products', '/products/1', '/cart']) {
    await open(page, screen)
    expect(await axeFindings(page), screen).toEqual([])
  }
  await open(page, '/products')
  const button = page.getByRole('button', { name: 'Add to Cart' }).first()
  await button.hover()
  expect(
    await button.evaluate((seen) => getComputedStyle(seen).forcedColorAdjust),
    'words and ground go together',
  ).toBe('none')
  const outline = (element: Locator) => element.evaluate((seen) => getComputedStyle(seen).outlineStyle)
  await open(page, '/products/1')
  expect(await outline(page.getByRole('button', { name: 'View 1 of 4' }))).toBe('solid')
  expect(await outline(page.getByRole('button', { name: 'View 2 of 4' }))).toBe('none')
  const main = page.getByRole('navigation', { name: 'Main' })
  expect(await outline(main.getByRole('link', { name: 'All Products' }))).toBe('solid')
  expect(await outline(main.getByRole('link', { name: 'Contact Us' }))).toBe('none')
})

for (const colorScheme of ['light', 'dark'] as const)
  test(`a dialog darkens the page over its whole width, ${colorScheme}`, async ({
    playwright,
    launchOptions,
    baseURL,
  }) => {
    // A browser without a window shows no scroll bars unless it is told to.
    const browser = await playwright.chromium.launch({ ...launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] })
    try {
      const viewport = { width: 1280, height: 900 }
      const page = await browser.newPage({ baseURL: baseURL ?? '', viewport, colorScheme, reducedMotion: 'reduce' })
      await open(page, '/no-such-page')
      const scrollBar = await page.evaluate(() => window.innerWidth - document.documentElement.clientWidth)
      expect(scrollBar, 'the scroll bar takes room').toBeGreaterThan(5)
      await page.getByRole('button', { name: 'Preferences', exact: true }).click()
      await page.getByRole('dialog').waitFor()
      /** Of the page and of the strip beside it, in the color that differs most. */
      const difference = async (y: number) => {
        const clip = { x: viewport.width - scrollBar - 2, y, width: 4, height: 1 }
        const pixels = await sharp(await page.screenshot({ clip }))
          .removeAlpha()
          .raw()
          .toBuffer()
        return Math.max(...[0, 1, 2].map((part) => Math.abs((pixels[part] ?? 0) - (pixels[9 + part] ?? 255))))
      }
      // Below the page's content, where nothing but its ground is.
      const y = await page.evaluate(
        () => (document.querySelector('main > :last-child')?.getBoundingClientRect().bottom ?? 0) + 20,
      )
      expect(await difference(y)).toBeLessThan(3)

      await open(page, '/products/1')
      await page.getByRole('button', { name: 'Enlarge the picture' }).click()
      await page.getByRole('dialog').waitFor()
      expect(await difference(viewport.height - 10), 'a dialog over the whole window').toBeLessThan(3)
    } finally {
      await browser.close()
    }
  })

test('what opens is opened, used and shut by keyboard alone', async ({ page }) => {
  const focused = page.locator(':focus')
  await open(page, '/')
  await page.keyboard.press('Tab')
  await expect(focused).toHaveText('Skip to content')
  await page.keyboard.press('Enter')
  await expect(page.locator('#content')).toBeFocused()

  await test.step('the preferences', async () => {
    const opener = page.getByRole('button', { name: 'Preferences', exact: true })
    await opener.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await expect(dialog).toBeVisible()
    for (let presses = 0; presses < 12; presses += 1) {
      await page.keyboard.press('Tab')
      await expect(dialog.locator(':focus')).toHaveCount(1)
    }
    await dialog.getByRole('switch', { name: 'Analytics' }).focus()
    await page.keyboard.press('Space')
    await expect(dialog.getByRole('switch', { name: 'Analytics' })).toBeChecked()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(opener).toBeFocused()
    await page.getByRole('button', { name: 'Reject All' }).press('Enter')
  })

  await test.step('the search', async () => {
    const search = page.getByRole('combobox', { name: /search/i })
    await search.focus()
    await page.keyboard.type('laser')
    await expect(page.getByRole('option').first()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('option')).toHaveCount(0)
    await expect(search).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Search: laser' })).toBeVisible()
  })

  await test.step('the menu of a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    const opener = page.getByRole('button', { name: 'Menu' })
    await opener.press('Enter')
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await expect(menu.locator(':focus')).toHaveCount(1)
    await page.keyboard.press('Escape')
    await expect(menu).toHaveCount(0)
    await expect(opener).toBeFocused()
    await opener.press('Enter')
    await menu.getByRole('link', { name: 'Contact Us' }).press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Contact Us' })).toBeFocused()
  })

  await test.step('questions and tabs', async () => {
    await open(page, '/support')
    const answer = page.getByText('Look it up on the Track Order page', { exact: false })
    await page.locator('summary').filter({ hasText: 'Where is my order?' }).focus()
    await page.keyboard.press('Enter')
    await expect(answer).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(answer).toBeHidden()
    await page.getByRole('tab', { name: 'Frequently Asked Questions' }).focus()
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('tab', { name: 'Submit Support Ticket' })).toBeFocused()
    await expect(page.getByRole('form', { name: 'Support ticket' })).toBeVisible()
  })
})
