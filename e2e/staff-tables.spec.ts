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
