import { expect, test } from '@playwright/test'

test.use({ javaScriptEnabled: false })

test('a page without script still shows its products', async ({ page }) => {
  await page.goto('/products')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('All Products')
  expect(await page.getByRole('article').count()).toBeGreaterThanOrEqual(24)
  // What would not answer a press is left out, and what a press would open on a phone is there.
  await expect(page.getByText(/^\d+ products, page 1 of \d+$/)).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.locator('button[type=button]').filter({ visible: true })).toHaveCount(0)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Printers', exact: true }).click()
  await page.getByLabel('Search products').fill('canon')
  await page.getByLabel('Search products').press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Search: canon')
})

test('a page that is empty without script says why, and leads to the products', async ({ page }) => {
  for (const address of ['/product-alert', '/account', '/checkout', '/admin', '/cart', '/wishlist', '/compare']) {
    await page.goto(address)
    await expect(page.getByText('Loading...').filter({ visible: true }), address).toHaveCount(0)
    await expect(page.locator('[data-noscript]')).toBeInViewport({ ratio: 1 })
    expect(await page.locator('[data-noscript]').innerText()).toContain('your account and the links in our emails')
  }
  await page.locator('[data-noscript] a').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('All Products')
})

test('a list is narrowed by every filter, and each part of a product’s page can be read', async ({ page }) => {
  await page.goto('/products/1')
  const fitting = page.getByRole('link', { name: /^Filter the \d+ supplies that fit/ })
  const count = Number(/\d+/.exec(await fitting.innerText())?.[0])
  await fitting.click()
  await expect(page).toHaveURL(/[?&]fits=/)
  await expect(page.getByRole('article')).toHaveCount(count)
  await page.goBack()
  await expect(page.getByText('Takes 1-2 business days.')).toBeVisible()
  const reviews = page.getByRole('tabpanel').filter({ has: page.getByRole('heading', { name: 'Reviews' }) })
  const told = await page.locator('script[type="application/ld+json"]').first().textContent()
  const [{ review: newest }] = JSON.parse(told ?? '[]') as [{ review: { reviewBody: string }[] }]
  expect(newest.length).toBeGreaterThan(0)
  for (const { reviewBody } of newest) await expect(reviews.getByText(reviewBody, { exact: true })).toBeVisible()
})

test('search engines are told what a product is', async ({ page, request }) => {
  await page.goto('/products/1')
  const blocks = await page.locator('script[type="application/ld+json"]').allTextContents()
  const types = blocks
    .flatMap((block) => [JSON.parse(block)].flat())
    .map((entry: { '@type': string }) => entry['@type'])
  expect(types).toEqual(['Product', 'BreadcrumbList'])
  expect(JSON.parse(blocks[0] ?? '[]')[0]).toMatchObject({
    offers: { priceCurrency: 'USD' },
    aggregateRating: { bestRating: 5 },
    review: expect.arrayContaining([expect.objectContaining({ '@type': 'Review' })]),
  })
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/products\/1$/)
  expect(await page.locator('meta[property="og:title"]').getAttribute('content')).not.toBe('')
  expect((await request.get('/no-such-page')).status()).toBe(404)
})

test('the sitemaps list the pages that belong into an index, each with a head of its own', async ({
  request,
  baseURL,
}) => {
  const locations = async (sitemap: string) =>
    [...(await (await request.get(sitemap)).text()).matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = '']) =>
      address.replace(baseURL ?? '', ''),
    )
  const listed = (await Promise.all((await locations('/sitemap.xml')).map(locations))).flat()
  const products = listed.filter((address) => /^\/products\/\d+$/.test(address))
  expect(listed.filter((address) => !products.includes(address)).sort()).toEqual([
    '/',
    '/about',
    '/affiliate',
    '/careers',
    '/category/photo-printers',
    '/category/printers',
    '/contact',
    '/data-request',
    '/faq',
    '/finder',
    '/installation',
    '/manuals',
    '/partners',
    '/press',
    '/privacy',
    '/products',
    '/products?business=true',
    '/products?category=scanners',
    '/products?category=supplies',
    '/returns',
    '/support',
    '/terms',
    '/track',
    '/warranty',
  ])

  const seen = new Set<string>()
  for (const address of [...listed.filter((each) => !products.includes(each)), ...products.slice(0, 5)]) {
    const html = await (await request.get(address)).text()
    const found = (pattern: RegExp) => pattern.exec(html)?.[1] ?? ''
    const head = {
      title: found(/<title[^>]*>([^<]*)</),
      description: found(/name="description" content="([^"]*)"/),
      canonical: found(/rel="canonical" href="([^"]*)"/),
      shared: found(/property="og:url" content="([^"]*)"/),
      ogTitle: found(/property="og:title" content="([^"]*)"/),
    }
    expect(head, address).toEqual({
      title: expect.stringMatching(/^.+ - superprinter$/),
      description: expect.stringMatching(/^.{60,175}$/),
      canonical: `${baseURL}${address}`,
      shared: `${baseURL}${address}`,
      ogTitle: head.title,
    })
    expect([html.split('<h1').length - 1, html.includes('noindex')], address).toEqual([1, false])
    for (const each of [head.title, head.description]) {
      expect(seen, `${address} repeats another page`).not.toContain(each)
      seen.add(each)
    }
    for (const [, block = ''] of html.matchAll(/<script[^>]*ld\+json">([\s\S]*?)<\/script>/g))
      expect(
        [JSON.parse(block)].flat().every((entry: object) => '@type' in entry),
        address,
      ).toBe(true)
  }
})

test('what is personal, passing or a search stays out of every index', async ({ request }) => {
  for (const address of [
    '/products?search=laser',
    '/compare?ids=1,2',
    '/cart',
    '/wishlist',
    '/checkout',
    '/account',
    '/login',
    '/signup',
    '/admin',
    '/data-request?token=abc',
    '/products/999999',
    '/no-such-page',
  ]) {
    const answer = await request.get(address)
    expect(
      (await answer.text()).includes('name="robots" content="noindex"') ||
        answer.headers()['x-robots-tag'] === 'noindex',
      address,
    ).toBe(true)
  }
})
