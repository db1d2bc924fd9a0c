import type { Page } from '@playwright/test'
import { enterBackOffice, expect, open, placeOrder, signUp, test } from './shop.ts'

/** The least that a finger hits, in pixels. */
const FINGER = 44

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

const VISITOR = [
  '/',
  '/products',
  '/products/1',
  '/category/printers',
  '/compare?ids=1,25',
  '/cart',
  '/return',
  '/signup',
]
const HELP = ['/contact', '/support', '/warranty', '/press', '/track', '/returns', '/data-request']
const CUSTOMER = ['/account', '/account?tab=orders', '/account?tab=profile', '/account?tab=settings', '/checkout']
const STAFF = ['/admin', '/admin/orders', '/admin/products', '/admin/imports', '/admin/inbox', '/admin/queues']

test('a finger hits what is pressed, as a visitor', async ({ page }) => {
  expect(await tooLow(page, [...VISITOR, ...HELP])).toEqual([])
})

test('a finger hits what is pressed, as a customer', async ({ page }) => {
  const { email } = await signUp(page)
  await open(page, '/')
  await placeOrder(page, email, 2)
  expect(await tooLow(page, CUSTOMER)).toEqual([])
})

test('a finger hits what is pressed, in the back office', async ({ page }) => {
  const { email } = await signUp(page)
  await open(page, '/')
  const order = await placeOrder(page, email, 2)
  await enterBackOffice(page)
  expect(await tooLow(page, [...STAFF, `/admin/orders/${order}`])).toEqual([])
})

/** What is pressed on these screens and is lower than a finger, each as a line that says where. */
async function tooLow(page: Page, screens: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const screen of screens) {
    await open(page, screen)
    await page.waitForLoadState('networkidle')
    found.push(...(await lowOnes(page)).map((line) => `${screen}: ${line}`))
  }
  return found
}

/**
 * Counts the place itself, its label, and what it draws around itself to take presses. A link within a sentence is as high
 * as its line.
 */
function lowOnes(page: Page): Promise<string[]> {
  return page.evaluate((finger) => {
    const textOf = (element: Element | null | undefined) => element?.textContent.trim().replaceAll(/\s+/g, ' ') ?? ''
    const isInline = (element: Element | null) => element !== null && getComputedStyle(element).display === 'inline'
    const isInSentence = (element: Element) => {
      let block: Element | null = element
      while (isInline(block)) block = block?.parentElement ?? null
      return textOf(block) !== textOf(element)
    }
    const heightOf = (element: Element) => {
      const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : []
      const boxes = [element, ...labels].map((box) => box.getBoundingClientRect().height)
      const around = ['::before', '::after']
        .map((part) => getComputedStyle(element, part))
        .filter(({ content, position }) => content !== 'none' && position === 'absolute')
      return Math.max(...boxes, ...around.map(({ height }) => Number.parseFloat(height) || 0))
    }
    return [...document.querySelectorAll('a[href], button:enabled, input:enabled, select, textarea, summary')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter((element) => element.closest('.sr-only, [inert]') === null && !isInSentence(element))
      .map((element) => ({ element, height: heightOf(element) }))
      .filter(({ height }) => height > 1 && height < finger - 0.5)
      .map(
        ({ element, height }) =>
          `${element.tagName} "${textOf(element).slice(0, 40)}" is ${Math.round(height)} px high`,
      )
  }, FINGER)
}
