import type { Page } from '@playwright/test'
import { axeFindings, expect, LOOKS, open, rejectTracking, signUp, test } from './shop.ts'
import { patient } from '../src/testing/patience.ts'

test.describe.configure({ timeout: patient(90_000) })

/** An order and a message, so that there is something to open. */
async function fill(page: Page): Promise<void> {
  const { email } = await signUp(page)
  await page.evaluate(async (email) => {
    const send = async (path: string, body: object) => {
      const headers = {
        'content-type': 'application/json',
        authorization: `Bearer ${localStorage.getItem('authToken')}`,
        'idempotency-key': crypto.randomUUID(),
      }
      const answer = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
      if (!answer.ok) throw new Error(await answer.text())
    }
    const address = {
      firstName: 'Ada',
      lastName: 'Marlow',
      address: '12 Quire Lane',
      city: 'Tulsa',
      state: 'OK',
      zipCode: '74103',
      country: 'US',
    }
    await send('/api/orders', {
      customerEmail: email,
      customerName: 'Ada Marlow',
      shippingAddress: address,
      billingAddress: address,
      items: [{ productId: 7, quantity: 1 }],
    })
    await send('/api/messages', {
      form: 'contact',
      name: 'Ada Marlow',
      email,
      subject: 'Do you have quieter printers?',
      message: 'Ours stands beside the reading chairs.',
      inquiryType: 'sales',
    })
    await send('/api/data-requests', {
      firstName: 'Ada',
      lastName: 'Marlow',
      email,
      requestType: 'access',
      description: 'Please send me everything.',
      verificationMethod: 'email',
    })
  }, email)
}

for (const { name, viewport, colorScheme } of LOOKS) {
  test.describe(name, () => {
    test.use({ viewport, colorScheme, reducedMotion: 'reduce' })

    test('the dialogs of the back office and the gate over them are for everybody', async ({ page, context }) => {
      await fill(page)
      await open(page, '/admin')
      await rejectTracking(page)
      await page.getByLabel('Password', { exact: true }).fill('superprinter-demo')
      await page.getByRole('button', { name: 'Unlock' }).click()
      await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
      const dialog = page.getByRole('dialog')
      const tab = (each: string) => page.getByRole('tab', { name: each }).click()
      const wrong: string[] = []
      const check = async (screen: string, isDialog = true) => {
        if (isDialog) await expect(dialog).toBeVisible()
        wrong.push(...(await axeFindings(page)).map((line) => `${screen}: ${line}`))
        await page.setViewportSize({ width: 320, height: 640 })
        const over = await page.evaluate(() =>
          [document.documentElement, ...document.querySelectorAll('[role=dialog]')].map(
            (element) => element.scrollWidth - element.clientWidth,
          ),
        )
        if (Math.max(...over) > 0) wrong.push(`${screen}: scrolls sideways by ${Math.max(...over)} px at 320 px`)
        await page.setViewportSize(viewport)
        if (isDialog) await page.keyboard.press('Escape')
      }

      await page
        .getByRole('button', { name: /^Delete / })
        .first()
        .click()
      await check('delete')
      await page
        .getByRole('button', { name: /^Edit / })
        .first()
        .click()
      await expect(dialog.getByLabel('Product Name')).toBeVisible()
      await check('edit')
      await tab('Order Management')
      await page
        .getByRole('button', { name: /^View details/ })
        .first()
        .click()
      await expect(dialog.getByRole('heading', { name: 'History' })).toBeVisible()
      await check('order')
      await page
        .getByLabel(/^Select order/)
        .first()
        .check()
      await page.getByRole('button', { name: 'Move...' }).click()
      await check('move')
      await tab('Inbox')
      await page
        .getByRole('button', { name: /^Do you have quieter printers/ })
        .first()
        .click()
      await check('message')
      await page
        .getByRole('button', { name: /^Access to personal information/ })
        .first()
        .click()
      await check('privacy request')
      await tab('Product Management')
      await page.getByRole('button', { name: 'Add Product' }).click()
      await dialog.getByLabel('Product Name').fill('Kept')
      await dialog.getByLabel('Price', { exact: true }).fill('1.00')
      await context.clearCookies()
      await dialog.getByRole('button', { name: 'Create Product' }).click()
      await expect(page.getByText('Your session has ended. Enter the password again to go on.')).toBeVisible()
      await check('gate over a dialog', false)
      expect(wrong).toEqual([])
    })
  })
}

test('on a phone the tab that is open is in view', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, '/admin?tab=audit')
  await rejectTracking(page)
  await page.getByLabel('Password', { exact: true }).fill('superprinter-demo')
  await page.getByRole('button', { name: 'Unlock' }).click()
  await expect(page.getByRole('tab', { name: 'Audit log' })).toBeInViewport({ ratio: 0.9 })
})
