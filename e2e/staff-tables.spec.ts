import { enterBackOffice, expect, open, placeOrder, signUp, test } from './shop.ts'

test('no table of the back office hides a part of its rows on a tablet', async ({ page }) => {
  const { email } = await signUp(page)
  await placeOrder(page, email, 12)
  await enterBackOffice(page, '/admin')
  for (const [room, table] of [
    ['orders', 'Orders'],
    ['products', 'Products'],
    ['audit', 'Audit log'],
    ['queues', 'Queues'],
  ] as const) {
    await open(page, `/admin/${room}`)
    const shown = page.getByRole('table', { name: table })
    await expect(shown).toBeVisible()
    for (const width of [640, 768, 1024, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      const hidden = () =>
        shown.evaluate(({ parentElement }) =>
          parentElement === null ? 0 : parentElement.scrollWidth - parentElement.clientWidth,
        )
      await expect.poll(hidden, `${room} at ${width} px`).toBe(0)
    }
  }
})

test('a table stays where it is when rows are selected, and what can be done with them covers no row that has the focus', async ({
  page,
}) => {
  await enterBackOffice(page, '/admin')
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    await open(page, '/admin/products')
    const boxes = page.getByRole('main').getByRole('checkbox', { name: /^Select (?!all)/ })
    await expect(boxes.nth(3)).toBeVisible()
    const place = async () => (await boxes.nth(1).boundingBox())?.y
    const before = await place()
    await boxes.nth(0).check()
    const bar = page.getByRole('group', { name: 'Selected products' })
    await expect(bar).toBeInViewport({ ratio: 1 })
    expect(await place(), `at ${width} px`).toBe(before)
    await boxes.last().focus()
    const [row, shown] = [await boxes.last().boundingBox(), await bar.boundingBox()]
    expect((row?.y ?? 0) + (row?.height ?? 0), `at ${width} px`).toBeLessThanOrEqual(shown?.y ?? 0)
    const edit = bar.getByRole('button', { name: 'Edit together' })
    const stands = async () => (await edit.boundingBox())?.x
    const stood = await stands()
    await bar.getByRole('button', { name: /^Select all/ }).click()
    await expect(bar).toContainText('found selected')
    expect(await stands(), `Edit together at ${width} px`).toBe(stood)
    await bar.getByRole('button', { name: 'Clear' }).click()
    await expect(bar).toBeHidden()
  }
})
