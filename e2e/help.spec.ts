import { axeFindings, expect, LOOKS, open, test } from './shop.ts'

const PAGES = ['/contact', '/support', '/faq', '/returns', '/privacy', '/terms', '/warranty', '/installation', '/about', '/data-request', '/manuals', '/careers', '/press', '/partners', '/affiliate', '/compare?ids=1,2,3,4']

test('a message arrives, clears the form and says so for five seconds', async ({ page }) => {
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
  await expect(banner).toBeVisible()
  await expect(form.getByLabel('Message')).toHaveValue('')
  await expect(banner).toBeHidden({ timeout: 8000 })
})

test('what was typed survives a send that failed', async ({ page }) => {
  await page.route('**/api/messages', (route) => route.abort())
  await open(page, '/contact')
  const form = page.getByRole('form', { name: 'Contact' })
  await form.getByLabel('Name').fill('Ada Marlow')
  await form.getByLabel('Email').fill('ada@example.com')
  await form.getByLabel('Subject').fill('A question')
  await form.getByLabel('Message').fill('Does it print on both sides?')
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByText('Message not sent', { exact: true })).toBeVisible()
  await expect(form.getByLabel('Message')).toHaveValue('Does it print on both sides?')
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
  await form.getByLabel('Message').fill('Every page has a grey stripe on the left.')
  let sent = 0
  page.on('request', (request) => { if (request.url().endsWith('/api/messages')) sent += 1 })
  await form.getByRole('button', { name: 'Submit Ticket' }).dblclick()
  await expect(page.getByRole('heading', { name: 'Your ticket is open' })).toBeVisible()
  await expect(page.getByText(/within 4 hours: by/)).toBeVisible()
  expect(sent).toBe(1)
})

test('a privacy request gets its reference number', async ({ page }) => {
  await open(page, '/data-request')
  await page.getByRole('button', { name: 'Submit Request' }).click()
  for (const message of ['First name is required', 'Last name is required', 'Please provide more details about your request']) {
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

test('products are compared by an address that can be shared', async ({ page }) => {
  await open(page, '/compare?ids=1,2')
  await expect(page.getByRole('columnheader')).toHaveCount(3)
  const rows = await page.getByRole('row').count()
  await page.getByLabel('Only differences').check()
  expect(await page.getByRole('row').count()).toBeLessThan(rows)
  await page.getByRole('button', { name: /^Remove / }).first().click()
  await expect(page).toHaveURL('/compare?ids=2')
})

for (const look of LOOKS) {
  test.describe(look.name, () => {
    test.use({ viewport: look.viewport, colorScheme: look.colorScheme, reducedMotion: 'reduce' } as object)
    for (const path of PAGES) {
      test(`${path} is usable by everybody`, async ({ page }) => {
        await open(page, path)
        await expect(page.locator('h1')).toHaveCount(1)
        expect(await axeFindings(page)).toEqual([])
      })
    }
  })
}

test.describe('the narrowest phone', () => {
  test.use({ viewport: { width: 320, height: 640 } })
  for (const path of PAGES) {
    test(`${path} never scrolls sideways`, async ({ page }) => {
      await open(page, path)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    })
  }
})
