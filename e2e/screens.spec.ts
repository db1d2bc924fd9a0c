import { axeFindings, expect, LOOKS, open, test } from './shop.ts'

const SCREENS = ['/', '/products', '/products?search=zzzzzz', '/products/1', '/products/999999', '/category/printers', '/category/photo-printers', '/cart', '/wishlist', '/login', '/signup', '/track', '/no-such-page']

for (const look of LOOKS) {
  test.describe(look.name, () => {
    test.use({ viewport: look.viewport, colorScheme: look.colorScheme, reducedMotion: 'reduce' } as object)
    for (const screen of SCREENS) {
      test(`${screen} is usable by everybody`, async ({ page }) => {
        await open(page, screen)
        await expect(page.locator('h1')).toHaveCount(1)
        expect(await axeFindings(page)).toEqual([])
      })
    }
  })
}

test.describe('the narrowest phone', () => {
  test.use({ viewport: { width: 320, height: 640 } })
  for (const screen of SCREENS) {
    test(`${screen} never scrolls sideways`, async ({ page }) => {
      await open(page, screen)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    })
  }
})
