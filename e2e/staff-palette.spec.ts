import { axeFindings, enterBackOffice, expect, holdBack, placeOrder, signUp, test } from './shop.ts'
import { patient } from '../src/testing/patience.ts'

test.describe.configure({ timeout: patient(60_000) })

test('staff find an order, a product and a room by typing, and go by keys that can be turned off', async ({ page }) => {
  const { email } = await signUp(page)
  const id = await placeOrder(page, email, 7)
  await enterBackOffice(page, '/admin')
  const palette = page.getByRole('dialog', { name: 'Find or do' })
  const field = palette.getByRole('combobox')
  const option = (name: string | RegExp) => palette.getByRole('option', { name })

  // By the button, and back to it.
  const button = page.getByRole('button', { name: 'Find or do' })
  await button.click()
  await expect(option(/^Order Management/)).toBeVisible()
  expect(await axeFindings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(palette).toBeHidden()
  await expect(button).toBeFocused()

  // An order by its customer.
  await page.keyboard.press('Control+k')
  await expect(field).toBeFocused()
  await field.fill(email)
  await option(new RegExp(`#${id} `)).click()
  await expect(page).toHaveURL(new RegExp(`/admin/orders/${id}$`))
  await expect(page.getByRole('heading', { name: new RegExp(`#${id}`), level: 1 })).toBeVisible()
  await expect(palette).toBeHidden()

  // A product by its stock number, without the mouse.
  await page.keyboard.press('Control+k')
  await field.fill('LX-MS821DN')
  await expect(option(/^Lexmark MS821dn/)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByLabel('Product Name')).toHaveValue('Lexmark MS821dn')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()

  // Keys, but not while somebody types.
  await page.keyboard.press('/')
  const search = page.getByLabel('Search products')
  await expect(search).toBeFocused()
  await search.pressSequentially('go?')
  await expect(search).toHaveValue('go?')
  await page.getByRole('heading', { name: 'Products', level: 1 }).focus()
  await page.keyboard.press('g')
  await expect(page.getByText(/^Go to: H Overview, O Order Management/)).toBeVisible()
  // The letter counts for two seconds: both keys anew, with nothing in between.
  const orders = await holdBack(page, /\/api\/admin\/orders\?/)
  await page.keyboard.press('Escape')
  await page.keyboard.press('g')
  await page.keyboard.press('o')
  await expect(page.getByRole('heading', { name: 'Orders', level: 1 })).toBeFocused()

  // A row, also before the list is there; what is done with it, and none again.
  await page.keyboard.press('1')
  await page.keyboard.press('j')
  orders.release()
  // Other journeys may order meanwhile, and theirs come above it.
  const entrance = page.getByRole('button', { name: /^#\d+$/ })
  await expect(entrance.and(page.locator(':focus'))).toHaveCount(1)
  const row = entrance.filter({ hasText: await page.locator(':focus').innerText() })
  await page.keyboard.press('x')
  await expect(page.getByText('1 order selected')).toBeVisible()
  await page.keyboard.press('s')
  await expect(page.getByRole('dialog', { name: 'Move 1 order' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(row).toBeFocused()
  await page.keyboard.press('Control+k')
  await expect(option(/^Change the status of the selected orders/)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(palette).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('group', { name: 'Selected orders' })).toBeHidden()

  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  expect(await axeFindings(page)).toEqual([])
  await help.getByLabel('Single keys').uncheck()
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()
  for (const key of ['?', 'j', 'x', 'g', 'p']) await page.keyboard.press(key)
  await expect(page.getByRole('group', { name: 'Selected orders' })).toBeHidden()
  await page.keyboard.press('Control+k')
  await expect(field).toBeFocused()
  await expect(help).toBeHidden()
  await expect(page).toHaveURL(/\/admin\/orders$/)
})
