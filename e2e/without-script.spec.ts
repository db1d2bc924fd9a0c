import { expect, test } from '@playwright/test'

test.use({ javaScriptEnabled: false })

test('a page without script still shows its products', async ({ page }) => {
  await page.goto('/products')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('All Products')
  expect(await page.getByRole('article').count()).toBeGreaterThanOrEqual(24)
})

test('search engines are told what a product is', async ({ page, request }) => {
  await page.goto('/products/1')
  const blocks = await page.locator('script[type="application/ld+json"]').allTextContents()
  const types = blocks.flatMap((block) => [JSON.parse(block)].flat()).map((entry: { '@type': string }) => entry['@type'])
  expect(types).toEqual(expect.arrayContaining(['Product', 'BreadcrumbList']))
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/products\/1$/)
  expect(await page.locator('meta[property="og:title"]').getAttribute('content')).not.toBe('')
  expect((await request.get('/no-such-page')).status()).toBe(404)
})
