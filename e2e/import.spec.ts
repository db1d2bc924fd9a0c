import type { Page } from '@playwright/test'
import { axeFindings, enterBackOffice, expect, LOOKS, test } from './shop.ts'
import { patient } from '../src/testing/patience.ts'

/** A file goes through a queue before there is something to see. */
test.describe.configure({ timeout: patient(60_000) })

let files = 0

/** A price list whose products nobody has yet: two good rows, one without a price, one that cannot be read. */
function aPriceList(): {
  readonly word: string
  readonly file: { readonly name: string; readonly mimeType: string; readonly buffer: Buffer }
} {
  files += 1
  const word = `Lot${process.pid}x${Date.now().toString(36)}x${files}`
  const lines = [
    'Product name,Brand,worth,stock,shelf',
    `${word} Laser,Northlight,199.00,5,401`,
    `${word} Inkjet,Northlight,89.50,7,402`,
    `${word} Mystery,Northlight,,1,403`,
    `${word} Broken,Northlight,cheap,1,404`,
  ]
  return { word, file: { name: `${word}.csv`, mimeType: 'text/csv', buffer: Buffer.from(`${lines.join('\n')}\n`) } }
}

async function choose(page: Page, file: ReturnType<typeof aPriceList>['file']): Promise<void> {
  await page.getByRole('button', { name: 'Import CSV' }).first().click()
  await page.getByLabel('CSV file', { exact: true }).setInputFiles(file)
}

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Import products' })

test('a price list goes in at once; its failed row is named, and the import is undone', async ({ page }) => {
  const { word, file } = aPriceList()
  const direct = {
    ...file,
    buffer: Buffer.from(file.buffer.toString().replace('Product name', 'name').replace(',worth,', ',price,')),
  }
  await enterBackOffice(page)
  await choose(page, direct)
  await page.getByRole('button', { name: 'Import now' }).click()

  // The toasts first: they do not stay.
  await expect(
    page.getByText('Successfully imported 3 products. Refreshing product list...', { exact: true }),
  ).toBeVisible()
  await expect(page.getByText('1 products failed to import', { exact: true })).toBeVisible()
  await expect(dialog(page).getByRole('heading', { name: 'Import Complete' })).toBeVisible()
  await expect(dialog(page).getByText(`Failed to create "${word} Broken"`)).toBeVisible()

  const download = page.waitForEvent('download')
  await dialog(page).getByRole('link', { name: 'Failed rows as CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.csv$/)

  await dialog(page).getByRole('button', { name: 'Undo' }).click()
  await expect(dialog(page).getByText('3 new products are removed')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Undo import' }).click()
  await expect(dialog(page).getByText('3 products removed.')).toBeVisible()
  const left = await page.request.get(`/api/products?search=${word}`)
  expect(await left.json()).toEqual([])
})

test('a preview that cannot be made keeps what was chosen for each column, however often it fails', async ({
  page,
}) => {
  const { word, file } = aPriceList()
  await enterBackOffice(page)
  await choose(page, file)
  await page.getByRole('button', { name: 'Check first' }).click()
  await dialog(page).getByLabel('worth goes to').selectOption({ label: 'Price' })
  await dialog(page).getByLabel('Add and update').check()

  let refusals = 0
  await page.route('**/mapping', (route) => {
    refusals += 1
    return route.fulfill({
      status: 503,
      json: { code: 'UNAVAILABLE', message: `Refusal ${refusals}`, requestId: 'r' },
    })
  })
  for (const attempt of [1, 2, 3]) {
    await dialog(page).getByRole('button', { name: 'Show the preview' }).click()
    await expect(dialog(page).getByRole('alert')).toHaveText(`Refusal ${attempt}`)
    await expect(dialog(page).getByLabel('worth goes to')).toHaveValue('price')
    await expect(dialog(page).getByLabel('Add and update')).toBeChecked()
    await expect(dialog(page).getByRole('button', { name: 'Start import' }), 'an older preview').toHaveCount(0)
  }

  await page.unroute('**/mapping')
  await dialog(page).getByRole('button', { name: 'Show the preview' }).click()
  await expect(dialog(page).getByRole('row', { name: new RegExp(`${word} Laser`) })).toContainText('199.00')
})

test('a price list is checked first: columns matched, every row shown, then imported; its address opens it again', async ({
  page,
}) => {
  const { word, file } = aPriceList()
  await enterBackOffice(page)
  await choose(page, file)
  await page.getByRole('button', { name: 'Check first' }).click()

  await expect(dialog(page).getByText(/not imported: worth, shelf/)).toBeVisible()
  await dialog(page).getByLabel('worth goes to').selectOption({ label: 'Price' })
  await expect(dialog(page).getByText(/not imported: shelf/)).toBeVisible()
  await dialog(page).getByLabel('Add and update').check()
  await dialog(page).getByRole('button', { name: 'Show the preview' }).click()

  await expect(dialog(page).getByRole('row', { name: new RegExp(`${word} Laser`) })).toContainText('199.00')
  await dialog(page)
    .getByRole('tab', { name: /Needs review 1/ })
    .click()
  await expect(dialog(page).getByRole('row', { name: new RegExp(`${word} Mystery`) })).toBeVisible()
  await dialog(page)
    .getByRole('tab', { name: /Failed 1/ })
    .click()
  await expect(dialog(page).getByRole('row', { name: new RegExp(`${word} Broken`) })).toContainText('price')
  expect(await (await page.request.get(`/api/products?search=${word}`)).json(), 'a preview writes nothing').toEqual([])

  await dialog(page).getByRole('button', { name: 'Start import' }).click()
  await expect(dialog(page).getByRole('heading', { name: 'Import Complete' })).toBeVisible()
  await page.reload()
  await expect(dialog(page).getByRole('heading', { name: 'Import Complete' })).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Done' }).click()
  await page.getByRole('tab', { name: 'Imports' }).click()
  const history = page.getByRole('table', { name: 'Import history' })
  await expect(history.getByRole('row', { name: new RegExp(word) })).toContainText('3 new · 1 failed')
})

test('the notice of the end leaves the buttons free of a window that grows below it', async ({ page }) => {
  const word = `Grown${process.pid}x${Date.now().toString(36)}`
  const rows = Array.from(
    { length: 40 },
    (_, row) => `${word}-${row},${word} ${row},${row % 5 === 0 ? 'cheap' : '9.50'}`,
  )
  const buffer = Buffer.from(['sku,name,price', ...rows].join('\n'))
  await page.setViewportSize({ width: 1440, height: 900 })
  await enterBackOffice(page)
  await choose(page, { name: `${word}.csv`, mimeType: 'text/csv', buffer })
  await page.getByRole('button', { name: 'Check first' }).click()
  await dialog(page).getByRole('button', { name: 'Show the preview' }).click()
  await expect(dialog(page).getByRole('button', { name: 'Start import' })).toBeVisible()
  // From here on time goes only while the end is waited for: the notice gives way to another one after a moment.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 1000)
  await dialog(page).getByRole('button', { name: 'Start import' }).click()
  const notice = page.getByText('Upload completed', { exact: true })
  await expect(async () => {
    await page.clock.runFor(100)
    await expect(notice).toBeVisible({ timeout: 100 })
  }).toPass()
  await expect(dialog(page).getByText('... and 3 more errors')).toBeVisible()
  const areFree = () =>
    dialog(page)
      .getByRole('button', { name: /^(Import another file|Done)$/ })
      .evaluateAll((buttons) =>
        buttons.map((button) => {
          const { right, bottom } = button.getBoundingClientRect()
          return button.contains(document.elementFromPoint(right - 4, bottom - 4))
        }),
      )
  await expect.poll(areFree).toEqual([true, true])
  await expect(notice).toBeVisible()
})

test('failed rows of a long list are corrected one after the other, and their reasons follow', async ({ page }) => {
  const word = `Long${process.pid}x${Date.now().toString(36)}`
  const rows = Array.from({ length: 6000 }, (_, row) => `${word}-${row},${word} ${row},9.50,${row < 5997 ? 3 : -3}`)
  const buffer = Buffer.from(['sku,name,price,stock', ...rows].join('\n'))
  await enterBackOffice(page)
  await choose(page, { name: `${word}.csv`, mimeType: 'text/csv', buffer })
  await page.getByRole('button', { name: 'Check first' }).click()
  await dialog(page).getByRole('button', { name: 'Show the preview' }).click()
  const reasons = dialog(page).getByRole('region', { name: 'Why rows failed' })
  await expect(reasons).toContainText('3 rows: stockQuantity must be a whole number from 0 to 1,000,000, not “-3”')
  await dialog(page).getByRole('tab', { name: 'Failed 3' }).click()

  await dialog(page).getByRole('button', { name: 'Correct line 5999' }).click()
  await dialog(page)
    .getByRole('form', { name: 'Line 5999' })
    .getByLabel(/^Stock Quantity/)
    .fill('4')
  await dialog(page).getByRole('button', { name: 'Read again' }).click()
  await expect(dialog(page).getByRole('tab', { name: 'Failed 2' })).toHaveAttribute('aria-selected', 'true')
  await expect(reasons).toContainText('2 rows: stockQuantity')
  await expect(dialog(page).getByRole('button', { name: /^Correct line/ })).toHaveCount(2)
})

test('what is no price list is refused with a sentence', async ({ page }) => {
  await enterBackOffice(page)
  await choose(page, { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('x') })
  await expect(page.getByText('Please select a CSV file (.csv extension)', { exact: true })).toBeVisible()

  await page
    .getByLabel('CSV file', { exact: true })
    .setInputFiles({ name: 'empty.csv', mimeType: 'text/csv', buffer: Buffer.from('name,price\n') })
  await page.getByRole('button', { name: 'Import now' }).click()
  await expect(page.getByText("The CSV file doesn't contain any valid product data", { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Change file' }).click()
  await page.getByLabel('CSV file', { exact: true }).setInputFiles({
    name: 'latin.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('name,price\nCaf\u00e9,1.00\n', 'latin1'),
  })
  await page.getByRole('button', { name: 'Import now' }).click()
  await expect(page.getByText('Failed to process CSV file', { exact: true })).toBeVisible()
  await expect(dialog(page).getByRole('alert')).toHaveText('Save the file as UTF-8.')
})

for (const { name, viewport, colorScheme } of LOOKS) {
  test.describe(name, () => {
    test.use({ viewport, colorScheme })

    test('the import screens are accessible and never scroll sideways', async ({ page }) => {
      await enterBackOffice(page)
      await choose(page, aPriceList().file)
      const check = async (screen: string) => {
        expect(await axeFindings(page), screen).toEqual([])
        expect(
          await dialog(page).evaluate((element) => element.scrollWidth - element.clientWidth),
          screen,
        ).toBeLessThanOrEqual(0)
      }
      await check('file chosen')
      await page.getByRole('button', { name: 'Check first' }).click()
      await expect(dialog(page).getByLabel('worth goes to')).toBeVisible()
      await check('columns')
      await dialog(page).getByRole('button', { name: 'Show the preview' }).click()
      await expect(dialog(page).getByRole('button', { name: 'Start import' })).toBeVisible()
      await expect(dialog(page).getByRole('table')).toBeVisible()
      await check('preview')
      await dialog(page).getByRole('button', { name: 'Start import' }).click()
      await expect(dialog(page).getByRole('heading', { name: 'Import Complete' })).toBeVisible()
      await check('result')
    })
  })
}

test('whoever corrects rows keeps the focus and what was typed, while it is read and when that fails', async ({
  page,
}) => {
  const { file } = aPriceList()
  const two = { ...file, buffer: Buffer.from(`${file.buffer.toString()}Second broken,Northlight,dear,1,405\n`) }
  await enterBackOffice(page)
  await choose(page, two)

  await page.route('**/api/admin/imports', (route) =>
    route.request().method() === 'POST' ? route.abort('connectionreset') : route.fallback(),
  )
  const check = dialog(page).getByRole('button', { name: 'Check first' })
  await check.press('Enter')
  await expect(dialog(page).getByRole('alert')).toContainText('Check the connection')
  await expect(check).toBeFocused()
  await page.unroute('**/api/admin/imports')
  await check.press('Enter')
  await dialog(page).getByLabel('worth goes to').selectOption({ label: 'Price' })
  await dialog(page).getByRole('button', { name: 'Show the preview' }).click()
  await dialog(page)
    .getByRole('tab', { name: /Failed/ })
    .click()

  const correct = (line: number) => dialog(page).getByRole('button', { name: `Correct line ${line}` })
  await correct(5).click()
  const row = dialog(page).getByRole('form', { name: 'Line 5' })
  await expect(row.getByRole('textbox').first()).toBeFocused()
  await row.getByLabel(/^Price/).fill('12.50')
  await correct(6).click()
  await dialog(page).getByRole('form', { name: 'Line 6' }).getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect(correct(6)).toBeFocused()
  await correct(5).click()
  await expect(row.getByLabel(/^Price/)).toHaveValue('12.50')

  let calls = 0
  let answer = () => {}
  const answered = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/mapping', async (route) => {
    calls += 1
    await answered
    return route.abort('connectionreset')
  })
  const send = row.getByRole('button', { name: 'Read again' })
  await send.press('Enter')
  const waiting = row.getByRole('button', { name: 'One moment...' })
  await expect(waiting).toBeFocused()
  await page.keyboard.press('Enter')
  answer()
  await expect(send).toBeFocused()
  await expect(row.getByLabel(/^Price/)).toHaveValue('12.50')
  expect(calls).toBe(1)
})
