import type { Locator } from '@playwright/test'
import { axeFindings, expect, open, rejectTracking, test } from './shop.ts'

test('a message arrives, clears the form and says so for five seconds', async ({ page }) => {
  await page.clock.install()
  await open(page, '/contact?inquiryType=sales&subject=Request+for+a+quote')
  await expect(page.getByLabel('Inquiry Type')).toHaveValue('sales')
  await expect(page.getByLabel('Subject')).toHaveValue('Request for a quote')
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByText('Name is required')).toBeVisible()
  await expect(page.getByText('Message is required')).toBeVisible()

  const form = page.getByRole('form', { name: 'Contact' })
  await form.getByLabel('Name').fill('Ada Marlow')
  await form.getByLabel('Email').fill('ada@example.com')
  await form.getByLabel('Message').fill('Ten printers for the library, please.')
  await page.reload()
  await expect(form.getByLabel('Message')).toHaveValue('Ten printers for the library, please.')
  await page.getByRole('button', { name: 'Send Message' }).click()
  const banner = page.getByText('Your message has been sent.')
  await expect(banner).toBeInViewport()
  await expect(form.getByLabel('Message')).toHaveValue('')
  await page.clock.fastForward(5000)
  await expect(banner).toBeHidden()
})

/** Every form that sends a message, and what somebody types into it. */
const FORMS: readonly {
  readonly path: string
  readonly form: string
  readonly tab?: string
  readonly typed: Readonly<Record<string, string>>
  readonly chosen?: Readonly<Record<string, string>>
  readonly send: string
}[] = [
  {
    path: '/contact',
    form: 'Contact',
    send: 'Send Message',
    typed: {
      Name: 'Ada Marlow',
      Email: 'ada@example.com',
      Subject: 'A question',
      Message: 'Does it print\non both sides?',
    },
    chosen: { 'Inquiry Type': 'support' },
  },
  {
    path: '/support',
    form: 'Support ticket',
    tab: 'Submit Support Ticket',
    send: 'Submit Ticket',
    typed: {
      Name: 'Ada Marlow',
      Email: 'ada@example.com',
      Subject: 'Stripes',
      Message: 'A gray stripe on every page.',
    },
    chosen: { Category: 'technical' },
  },
  {
    path: '/warranty',
    form: 'Warranty claim',
    send: 'Submit Claim',
    typed: {
      'Serial Number': 'VNB3K12345',
      'Purchase Date': '2025-03-04',
      'Issue Description': 'It draws in no paper.',
      'Contact Information': 'ada@example.com',
    },
  },
  {
    path: '/installation',
    form: 'Schedule a service',
    send: 'Schedule Service',
    typed: {
      Name: 'Ada Marlow',
      Email: 'ada@example.com',
      Phone: '(405) 555-0142',
      'Service Address': '12 Quire Lane, Tulsa',
      Equipment: 'Two laser printers',
    },
    chosen: { 'Service Type': 'training' },
  },
]

for (const { path, form: name, tab, typed, chosen = {}, send } of FORMS) {
  test(`what was typed at ${path} survives a failed send and a reload, and goes when it is sent`, async ({ page }) => {
    const form = page.getByRole('form', { name })
    const field = (label: string) => form.getByLabel(new RegExp(`^${label}`))
    const isAllThere = async () => {
      if (tab !== undefined) await page.getByRole('tab', { name: tab }).click()
      for (const [label, value] of Object.entries({ ...typed, ...chosen }))
        await expect(field(label), label).toHaveValue(value)
    }
    await page.route('**/api/messages', (route) => route.abort())
    await open(page, path)
    await rejectTracking(page)
    if (tab !== undefined) await page.getByRole('tab', { name: tab }).click()
    for (const [label, value] of Object.entries(typed)) await field(label).fill(value)
    for (const [label, value] of Object.entries(chosen)) await field(label).selectOption(value)
    await form.getByRole('button', { name: send }).click()
    await expect(page.getByText(/Nothing you typed is lost/).first()).toBeVisible()
    await isAllThere()
    await page.reload()
    await page.locator('html[data-ready]').waitFor({ state: 'attached' })
    await isAllThere()

    await page.unroute('**/api/messages')
    await form.getByRole('button', { name: send }).click()
    await expect(page.getByText(/[Yy]our reference( number)? is/).first()).toBeVisible()
    await page.reload()
    await page.locator('html[data-ready]').waitFor({ state: 'attached' })
    if (tab !== undefined) await page.getByRole('tab', { name: tab }).click()
    for (const label of Object.keys(typed)) await expect(field(label), label).toHaveValue('')
  })
}

test('a card number in a message is refused beside it before it is sent, and nothing that was typed is lost', async ({
  page,
}) => {
  await open(page, '/contact')
  const form = page.getByRole('form', { name: 'Contact' })
  await form.getByLabel('Name').fill('Ada Marlow')
  await form.getByLabel('Email').fill('ada@example.com')
  await form.getByLabel('Subject').fill('My order 100001')
  await form.getByLabel('Message').fill('Please take it from 4242 4242 4242 4242, 12/30.')
  let sent = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/messages')) sent += 1
  })
  await form.getByRole('button', { name: 'Send Message' }).click()
  await expect(form.getByText('This looks like a card number, which we never store.')).toBeVisible()
  await expect(form.getByLabel('Message')).toBeFocused()
  await expect(form.getByLabel('Subject')).toHaveValue('My order 100001')
  expect(sent).toBe(0)

  await form.getByLabel('Message').fill('Please take it from the card that ends in 4242.')
  await form.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByText('Your message has been sent.')).toBeVisible()
  expect(sent).toBe(1)
})

test('a support ticket is sent once and gets a reference number', async ({ page }) => {
  await open(page, '/support')
  await page.getByRole('searchbox').fill('damaged')
  await expect(page.getByText('My parcel arrived damaged. What now?')).toBeVisible()
  await expect(page.getByText('Where is my order?')).toBeHidden()
  await page.getByRole('tab', { name: 'Submit Support Ticket' }).click()
  const form = page.getByRole('form', { name: 'Support ticket' })
  await form.getByLabel('Name').fill('Ada Marlow')
  await form.getByLabel('Email').fill('ada@example.com')
  await form.getByLabel('Category').selectOption('technical')
  await form.getByLabel('Subject').fill('Stripes')
  await form.getByLabel('Message').fill('Every page has a gray stripe on the left.')
  let sent = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/messages')) sent += 1
  })
  await form.getByRole('button', { name: 'Submit Ticket' }).dblclick()
  await expect(page.getByRole('heading', { name: 'Your ticket is open' })).toBeVisible()
  await expect(page.getByText(/within 4 hours: by/)).toBeVisible()
  expect(sent).toBe(1)
})

test('a privacy request gets its reference number', async ({ page }) => {
  await open(page, '/data-request')
  await page.getByRole('button', { name: 'Submit Request' }).click()
  for (const message of [
    'First name is required',
    'Last name is required',
    'Please provide more details about your request',
  ]) {
    await expect(page.getByText(message)).toBeVisible()
  }
  await page.getByLabel('First Name').fill('Ada')
  await page.getByLabel('Last Name').fill('Marlow')
  await page.getByLabel('Email', { exact: true }).first().fill('ada@example.com')
  await page.getByLabel('Request Type').selectOption('access')
  await page.getByLabel('Description').fill('Everything that you know about me.')
  await page.getByRole('button', { name: 'Submit Request' }).click()
  await expect(page.getByRole('button', { name: 'Submitting...' })).toBeDisabled()
  await expect(page.getByText('Request Submitted Successfully', { exact: true })).toBeVisible()
  await expect(page.getByText(/DR-\d{13}/)).toBeVisible()
})

test('products are chosen for a comparison in a list, up to four of them', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, '/products')
  await rejectTracking(page)
  const boxes = page.getByRole('checkbox', { name: /^Compare / })
  const bar = page.getByRole('region', { name: 'Comparison' })
  for (let index = 0; index < 4; index += 1) {
    await boxes.nth(index).focus()
    await page.keyboard.press('Space')
  }
  await expect(bar.getByRole('link', { name: 'Compare 4 products' })).toBeVisible()
  expect(await axeFindings(page)).toEqual([])
  await boxes.nth(4).click()
  await expect(page.getByText('Remove one from the comparison to add another.', { exact: true })).toBeVisible()
  await expect(boxes.nth(4)).not.toBeChecked()

  await open(page, '/category/printers')
  await bar
    .getByRole('button', { name: /^Remove .* from comparison$/ })
    .first()
    .click()
  await bar.getByRole('link', { name: 'Compare 3 products' }).click()
  await expect(page).toHaveURL(/\/compare\?ids=\d+,\d+,\d+$/)
  await expect(page.getByRole('columnheader')).toHaveCount(4)
  const buttons = await page.getByRole('columnheader').getByRole('button', { name: 'Add to Cart' }).all()
  const ends = await Promise.all(buttons.map(async (each) => (await each.boundingBox())?.y))
  expect(new Set(ends).size, 'the buttons stand side by side').toBe(1)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await page.getByRole('button', { name: 'Clear All' }).click()
  await expect(page.getByText('Nothing to compare yet')).toBeVisible()
  await open(page, '/products')
  await expect(boxes.first()).not.toBeChecked()
  await expect(bar).toHaveCount(0)
})

test('a product’s own page adds it to the choice, and says what to do when four are chosen', async ({ page }) => {
  await open(page, '/products')
  await rejectTracking(page)
  const boxes = page.getByRole('checkbox', { name: /^Compare / })
  for (const index of [0, 1]) await boxes.nth(index).check()
  const ids = () =>
    page.evaluate(() =>
      (JSON.parse(localStorage.getItem('mr-printer-compare') ?? '[]') as { id: number }[]).map(({ id }) => id),
    )
  const two = await ids()
  const [third, fourth, fifth] = [1, 2, 3, 4, 5, 6, 7].filter((id) => !two.includes(id))
  const compare = page.getByRole('link', { name: 'Compare with others' })
  for (const id of [third, fourth]) {
    await open(page, `/products/${id}`)
    await compare.click()
    await expect(page).toHaveURL(new RegExp(`/compare\\?ids=.*(,|%2C)${id}$`))
  }
  await expect(page.getByRole('columnheader')).toHaveCount(5)
  expect(await ids()).toEqual([...two, third, fourth])

  await open(page, `/products/${fifth}`)
  await compare.click()
  await expect(page.getByText(/^Remove one of these to compare .+\.$/)).toBeVisible()
  await expect(page.getByRole('columnheader')).toHaveCount(5)
  expect(await ids()).not.toContain(fifth)
})

test('the comparison on a phone breaks no word of a name', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const found = await page.request.get('/api/products?search=imagePROGRAF&limit=1')
  const [{ id }] = (await found.json()) as [{ id: number }]
  await open(page, `/compare?ids=${id},1,2,3`)
  const lines = await page
    .getByRole('columnheader')
    .getByText('imagePROGRAF')
    .evaluate((name) => {
      const text = document.createTreeWalker(name, NodeFilter.SHOW_TEXT)
      const tops: number[] = []
      for (let node = text.nextNode(); node !== null; node = text.nextNode()) {
        const at = node.textContent?.indexOf('imagePROGRAF') ?? -1
        if (at < 0) continue
        const word = document.createRange()
        word.setStart(node, at)
        word.setEnd(node, at + 'imagePROGRAF'.length)
        tops.push(...[...word.getClientRects()].map(({ top }) => Math.round(top)))
      }
      return new Set(tops).size
    })
  expect(lines).toBe(1)
})

test('a product that went away leaves the comparison and the choice', async ({ page }) => {
  await page.addInitScript(() =>
    localStorage.setItem(
      'mr-printer-compare',
      JSON.stringify([
        { id: 1, name: 'One', image: 'a.svg' },
        { id: 999999, name: 'Gone', image: 'b.svg' },
      ]),
    ),
  )
  await open(page, '/compare?ids=1,999999')
  await expect(page.getByText('One of these products is not in the shop any more', { exact: false })).toBeVisible()
  await expect(page.getByRole('columnheader')).toHaveCount(2)
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('mr-printer-compare')))
    .toBe('[{"id":1,"name":"One","image":"a.svg"}]')
})

test('products that cannot be read just now are not said to be gone from the comparison, and are read again', async ({
  page,
}) => {
  await open(page, '/press')
  let isAway = true
  await page.route('**/api/products/*', (route) => (isAway ? route.abort('internetdisconnected') : route.fallback()))
  await page.evaluate(() => {
    history.pushState(null, '', '/compare?ids=1,2')
    dispatchEvent(new PopStateEvent('popstate'))
  })
  const main = page.getByRole('main')
  await expect(main.getByRole('alert')).toContainText('2 of these products could not be loaded just now.')
  await expect(main.getByText('not in the shop any more')).toBeHidden()
  await expect(main.getByText('Nothing to compare yet')).toBeHidden()
  isAway = false
  await main.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('columnheader')).toHaveCount(3)
})

test('products are compared by an address that can be shared', async ({ page }) => {
  await open(page, '/compare?ids=3,1,4,2')
  await expect(page.getByRole('columnheader')).toHaveCount(5)
  // The second press comes before the first is rendered.
  await page.evaluate(() => {
    const buttons = document.querySelectorAll<HTMLElement>('button[aria-label^="Remove "]')
    for (const place of [0, 2]) buttons[place]?.click()
  })
  await expect(page).toHaveURL('/compare?ids=1%2C2')
  await expect(page.getByRole('columnheader')).toHaveCount(3)
  const rows = await page.getByRole('row').count()
  await page.getByLabel('Only differences').check()
  expect(await page.getByRole('row').count()).toBeLessThan(rows)
  await page
    .getByRole('button', { name: /^Remove / })
    .first()
    .click()
  await expect(page).toHaveURL('/compare?ids=2')
})

test('Back from a part of a long page returns to where one was, and the keyboard goes on from the part', async ({
  page,
}) => {
  for (const [address, link, part] of [
    ['/faq', 'Warranty & Returns', 'Warranty & Returns'],
    ['/terms', 'Shipping', 'Shipping'],
    ['/warranty', 'File a claim', 'Warranty claim'],
  ] as const) {
    await open(page, address)
    await page.mouse.wheel(0, 60)
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(60)
    await page.getByRole('main').getByRole('link', { name: link }).filter({ visible: true }).click()
    await expect(page).toHaveURL(/#/)
    const heading = page.getByRole('heading', { level: 2, name: part })
    await expect(heading).toBeFocused()
    await expect(heading).toBeInViewport()
    await page.goBack()
    await expect(page).toHaveURL(address)
    await expect.poll(() => page.evaluate(() => window.scrollY), address).toBe(60)
    await open(page, '/press')
    await page.goBack()
    await expect.poll(() => page.evaluate(() => window.scrollY), `${address} from another document`).toBe(60)
  }
})

test('the questions are searched before anything else, also on a phone', async ({ page }) => {
  const search = page.getByRole('searchbox', { name: 'Search questions' })
  const categories = page.getByRole('navigation', { name: 'Categories' })
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, '/faq')
  const top = async (part: Locator) => (await part.boundingBox())?.y ?? 0
  expect(await top(search)).toBeLessThan(await top(categories))
  await search.fill('warranty')
  await expect(categories.getByText('Warranty & Returns')).toBeVisible()
  await expect(categories.getByText('Orders & Shipping'), 'it has no answer').toBeHidden()
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(categories.getByText('Orders & Shipping')).toBeVisible()
  expect(Math.abs((await top(search)) - (await top(categories)))).toBeLessThan(4)
})
