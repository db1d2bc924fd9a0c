import { expect, test as base, type Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Two widths and both themes in which every screen is checked. */
export const LOOKS = [
  { name: 'phone, light', viewport: { width: 390, height: 844 }, colorScheme: 'light' },
  { name: 'desktop, dark', viewport: { width: 1440, height: 900 }, colorScheme: 'dark' },
] as const

interface Customer {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly phone: string
  readonly password: string
}

let customers = 0

/** Somebody who never shopped here before. */
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
export const test = base.extend<{ complaints: string[] }>({
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = []
      page.on('pageerror', (error) => complaints.push(error.message))
      page.on('console', (message) => {
        if (message.type() === 'error' && !/Failed to load resource/.test(message.text()))
          complaints.push(message.text())
      })
      await use(complaints)
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
  await expect
    .poll(() => {
      const mail = mailsTo(baseURL, address).findLast(({ subject: written }) => subject.test(written))
      link = /https?:\/\/[^\s/]+(\/\S*token=[\w-]+)/.exec(mail?.text ?? '')?.[1]
      return link
    })
    .toBeDefined()
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

/** Shuts the consent banner, which lies over the foot of the page. */
export async function rejectTracking(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Reject All' }).click()
}

/** Signs up through the screen and ends on the home page, signed in. */
export async function signUp(page: Page, customer: Customer = aCustomer()): Promise<Customer> {
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
