import { axeFindings, expect, open, test } from './shop.ts'

const kept = () => localStorage.getItem('recently-seen')

test('a product’s pictures, reviews and those seen before can be looked through', async ({ page }) => {
  await open(page, '/products/2')
  await open(page, '/products/1')
  await expect(page.getByRole('heading', { name: 'Recently viewed' })).toHaveCount(0)
  expect(await page.evaluate(kept), 'nothing is kept without consent').toBeNull()

  await test.step('pictures over the whole window', async () => {
    const opener = page.getByRole('button', { name: 'Enlarge the picture' })
    await opener.click()
    const viewer = page.getByRole('dialog')
    await expect(viewer.getByText('1 of 4')).toBeVisible()
    await page.keyboard.press('ArrowRight')
    await expect(viewer.getByRole('img', { name: 'View 2 of 4' })).toBeVisible()
    await viewer.getByRole('button', { name: 'Previous picture' }).click()
    await viewer.getByRole('button', { name: 'Previous picture' }).click()
    const picture = viewer.getByRole('img', { name: 'View 4 of 4' })
    const whole = (await picture.boundingBox())?.width ?? 0
    await picture.click()
    await expect.poll(async () => ((await picture.boundingBox())?.width ?? 0) / whole).toBeGreaterThan(1.5)
    expect(await axeFindings(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(viewer).toHaveCount(0)
    await expect(opener).toBeFocused()
  })

  await test.step('reviews by stars', async () => {
    await page.getByRole('tab', { name: /Reviews/ }).click()
    const reviews = page.getByRole('tabpanel', { name: /Reviews/ }).locator('time')
    await expect(reviews).toHaveCount(4)
    await page.getByRole('button', { name: /^5 stars/ }).click()
    await expect(reviews).toHaveCount(2)
    await expect(page.getByText('2 reviews with 5 stars')).toBeVisible()
    await page.getByRole('button', { name: 'Show all 4' }).click()
    await expect(reviews).toHaveCount(4)
  })

  await test.step('what was seen before, with consent and until it is withdrawn', async () => {
    await page.getByRole('button', { name: 'Accept All' }).click()
    await open(page, '/products/3')
    const seen = page.getByRole('region', { name: 'Recently viewed' })
    await expect(seen.getByRole('article')).toHaveCount(1)
    await page.getByRole('button', { name: 'Cookie Preferences' }).click()
    await page.getByRole('switch', { name: 'Analytics' }).uncheck()
    await page.getByRole('button', { name: 'Save Preferences' }).click()
    await expect.poll(() => page.evaluate(kept)).toBeNull()
    await seen.getByRole('button', { name: 'Clear' }).click()
    await expect(seen).toHaveCount(0)
  })
})
