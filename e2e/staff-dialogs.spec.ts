import type { Page } from '@playwright/test'
import {
  axeFindings,
  callApi,
  endSessionWithNextChange,
  enterBackOffice,
  expect,
  LOOKS,
  placeOrder,
  sendMessage,
  signUp,
  test,
} from './shop.ts'
import { whatDoesNotFit } from './walk.ts'
import { patient } from '../src/testing/patience.ts'

test.describe.configure({ timeout: patient(90_000) })

/** An order, a message and a privacy request, so that there is something to open. */
async function fillBackOffice(page: Page): Promise<void> {
  const { email } = await signUp(page)
  await placeOrder(page, email, 2)
  await sendMessage(page, {
    form: 'contact',
    name: 'Ada Marlow',
    email,
    subject: 'Do you have quieter printers?',
    message: 'Ours stands beside the reading chairs.',
    inquiryType: 'sales',
  })
  await callApi(page, 'POST', '/api/data-requests', {
    firstName: 'Ada',
    lastName: 'Marlow',
    email,
    requestType: 'access',
    description: 'Please send me everything.',
    verificationMethod: 'email',
  })
}

for (const { name, viewport, colorScheme } of LOOKS) {
  test.describe(name, () => {
    test.use({ viewport, colorScheme, reducedMotion: 'reduce' })

    test('the dialogs of the back office and the gate over them are for everybody', async ({ page }) => {
      await fillBackOffice(page)
      await enterBackOffice(page, '/admin/products')
      const dialog = page.getByRole('dialog')
      const tab = (each: string) => page.getByRole('tab', { name: each }).click()
      const wrong: string[] = []
      const check = async (screen: string, isDialog = true) => {
        if (isDialog) await expect(dialog).toBeVisible()
        wrong.push(...(await axeFindings(page)).map((line) => `${screen}: ${line}`))
        wrong.push(...(await whatDoesNotFit(page)).map((line) => `${screen}: ${line}`))
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
      await page.getByRole('button', { name: 'Change status' }).click()
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
      await endSessionWithNextChange(page)
      await dialog.getByRole('button', { name: 'Create Product' }).click()
      await expect(page.getByText('Your session has ended. Enter the password again to go on.')).toBeVisible()
      await check('gate over a dialog', false)
      expect(wrong).toEqual([])
    })
  })
}

test('on a phone the tab that is open is in view', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await enterBackOffice(page, '/admin/audit')
  await expect(page.getByRole('tab', { name: 'Audit log' })).toBeInViewport({ ratio: 0.9 })
})
