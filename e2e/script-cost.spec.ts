import { expect, open, rejectTracking, signUp, test } from './shop.ts'

// What takes a phone long however small it looks: the browser reads the data of a language and of all time zones for the
// first formatter or comparison of words, and the whole of a script again for an error that is made while it runs.

for (const [path, rendered] of [
  ['/', 'Add to Cart'],
  ['/products', 'Add to Cart'],
  ['/products/1', /arrives/],
  ['/cart', /arrives/],
  ['/checkout', /Place Order/],
] as const) {
  test(`${path} comes alive without a formatter, a comparison by language or an error`, async ({ page }) => {
    if (path === '/checkout') await signUp(page)
    if (path === '/cart' || path === '/checkout') {
      await open(page, '/products/1')
      await rejectTracking(page)
      await page.getByRole('button', { name: 'Add to Cart' }).first().click()
      await expect(page.getByRole('banner').getByRole('link', { name: 'Cart' })).toContainText('1')
    }
    await page.addInitScript(() => {
      const made: string[] = []
      Object.assign(window, { made })
      const noted = <T extends new (...args: never[]) => object>(name: string, type: T): T =>
        new Proxy(type, {
          construct(target, args, newTarget) {
            made.push(name)
            return Reflect.construct(target, args, newTarget) as object
          },
          apply(target, self, args) {
            made.push(name)
            return Reflect.apply(target as never, self, args) as object
          },
        })
      Intl.DateTimeFormat = noted('DateTimeFormat', Intl.DateTimeFormat) as typeof Intl.DateTimeFormat
      Intl.NumberFormat = noted('NumberFormat', Intl.NumberFormat) as typeof Intl.NumberFormat
      window.Error = noted('Error', Error) as ErrorConstructor
      const methods = [
        [String.prototype, 'localeCompare'],
        [Number.prototype, 'toLocaleString'],
        [Date.prototype, 'toLocaleString'],
        [Date.prototype, 'toLocaleDateString'],
      ] as const
      for (const [prototype, name] of methods) {
        const original = (prototype as unknown as Record<string, () => unknown>)[name]
        Object.assign(prototype, {
          [name](this: unknown, ...args: []) {
            made.push(name)
            return original?.apply(this, args)
          },
        })
      }
    })
    await open(page, path)
    await expect(page.getByRole('main').getByText(rendered).first()).toBeVisible()
    expect(await page.evaluate(() => (window as unknown as { made: string[] }).made)).toEqual([])
  })
}

test('to leave a field renders nothing of its form again', async ({ page }) => {
  await open(page, '/contact')
  const [name, email] = [page.getByLabel('Name'), page.getByLabel('Email')]
  /** What React was given for the form when it was last rendered: another object after each time. */
  const rendered = () =>
    page
      .getByRole('main')
      .locator('form')
      .evaluateHandle((form) => {
        const key = Object.keys(form).find((each) => each.startsWith('__reactProps$')) ?? ''
        return (form as unknown as Record<string, unknown>)[key] ?? null
      })
  await name.fill('Ada Marlow')
  await email.focus()
  const before = await rendered()
  expect(await before.evaluate((given) => given !== null)).toBe(true)
  await name.focus()
  await email.focus()
  await page.getByRole('textbox', { name: 'Message' }).focus()
  await email.focus()
  expect(await page.evaluate(([one, other]) => one === other, [before, await rendered()] as const)).toBe(true)
})
