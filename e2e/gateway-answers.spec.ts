import { expect, expectToast, open, rejectTracking, signUp, test } from './shop.ts'

/** What something before the shop answers in its place, while the shop cannot be reached or a rule of its own holds. */
const GATEWAY = { contentType: 'text/html', body: '<html>Bad gateway</html>' }

test('an answer that is not the shop’s says what failed and what to do, and claims nothing about what was typed', async ({
  page,
}) => {
  await open(page, '/login')
  await rejectTracking(page)
  await page.route('**/api/login', (route) => route.fulfill({ status: 403, ...GATEWAY }))
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByLabel('Password', { exact: true }).fill('a quiet paper tray')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expectToast(page, 'Error', 'Something went wrong. Please try again.')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('a quiet paper tray')

  await page.route('**/api/orders/track', (route) => route.fulfill({ status: 404, ...GATEWAY }))
  await open(page, '/track')
  await page.getByLabel('Order number or tracking number').fill('100001')
  await page.getByLabel('Email of the order').fill('ada@example.com')
  await page.getByRole('button', { name: 'Track Order' }).click()
  await expect(page.getByText(/cannot look up orders right now/).first()).toBeVisible()
  await expect(page.getByLabel('Order number or tracking number')).toHaveValue('100001')
})

test('a profile that a gateway answered says when to save it again', async ({ page }) => {
  await signUp(page)
  await page.route('**/api/user/profile', (route) => route.fulfill({ status: 429, body: '' }))
  await open(page, '/account?tab=profile')
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await page.getByLabel('First name').fill('Augusta')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expectToast(page, 'Update Failed', 'Failed to update profile. Please try again in a moment.')
  await expect(page.getByLabel('First name')).toHaveValue('Augusta')
  await expect(page.getByRole('button', { name: 'Save Changes' })).toBeFocused()
})
