import type { Locator } from '@playwright/test'
import { axeFindings, callApi, enterBackOffice, expect, expectToast, open, rejectTracking, test } from './shop.ts'
import { numbersInTwo } from './walk.ts'

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

test('what was seen and cleared in one tab does not come back from another', async ({ page, context }) => {
  await open(page, '/products/1')
  await page.getByRole('button', { name: 'Accept All' }).click()
  await expect.poll(() => page.evaluate(kept)).toBe('[1]')
  const other = await context.newPage()
  await open(other, '/products/2')
  const seen = other.getByRole('region', { name: 'Recently viewed' })
  await seen.getByRole('button', { name: 'Clear' }).click()
  await expect.poll(() => page.evaluate(kept)).toBeNull()
  await page.getByRole('banner').getByRole('link', { name: 'All Products' }).first().click()
  await page.getByRole('main').getByRole('article').getByRole('link').first().click()
  await expect.poll(() => page.evaluate(kept)).toMatch(/^\[\d+\]$/)
})

test('a tab shows the focus to who moves it by key, and not after a press', async ({ page }) => {
  const isShown = (tab: Locator) => tab.evaluate((seen) => seen.matches(':focus-visible'))
  await open(page, '/products/1')
  const reviews = page.getByRole('tab', { name: /Reviews/ })
  await reviews.click()
  await expect(reviews).toBeFocused()
  await expect(reviews).toHaveAttribute('aria-selected', 'true')
  expect(await isShown(reviews)).toBe(false)
  const shipping = page.getByRole('tab', { name: /Shipping/ })
  await shipping.click({ button: 'right' })
  await expect(reviews, 'nothing is chosen for a menu').toHaveAttribute('aria-selected', 'true')
  await reviews.press('ArrowRight')
  await expect(shipping).toBeFocused()
  expect(await isShown(shipping)).toBe(true)
})

test('no more goes into the cart than is left, wherever it is added', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, '/products/76')
  await rejectTracking(page)
  const more = page.getByRole('button', { name: 'Increase quantity' })
  const add = page.getByRole('button', { name: 'Add to Cart' }).first()
  const place = await add.boundingBox()

  await expect(page.getByText('Only 3 left', { exact: true })).toBeVisible()
  await add.click()
  await expect(page.getByText('Only 3 left; 1 in your cart', { exact: true })).toBeVisible()
  await more.click()
  await expect(more, 'two more are left').toBeDisabled()
  await expect(add).toBeEnabled()
  await add.press('Enter')
  await expect(page.getByText('Only 3 left; all in your cart', { exact: true })).toBeVisible()
  await expect(add).toHaveAttribute('aria-disabled', 'true')
  await expect(add, 'a press may ask why').toBeFocused()
  expect(await add.boundingBox(), 'nothing moves').toEqual(place)
  expect(await axeFindings(page)).toEqual([])
  await add.press('Enter')
  await expectToast(page, 'No more to add', 'Only 3 are left of HP DesignJet T650 Plan Station; all are in your cart.')

  await open(page, '/products?search=DesignJet+T650')
  const card = page.getByRole('article').filter({ hasText: 'T650 Plan Station' })
  await card.getByRole('button', { name: 'Add to Cart' }).click()
  await expectToast(page, 'No more to add', 'Only 3 are left of HP DesignJet T650 Plan Station; all are in your cart.')

  await open(page, '/cart')
  await expect(page.getByText('Only 3 left', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Increase quantity' })).toBeDisabled()
  const remove = page.getByRole('button', { name: /^Remove/ })
  const beside = await remove.boundingBox()
  expect((beside?.x ?? 0) + (beside?.width ?? 0), 'at the edge of the line').toBe(390 - 16)
  await page.getByRole('button', { name: 'Decrease quantity' }).click()
  await expect(page.getByRole('button', { name: 'Increase quantity' })).toBeEnabled()
})

test('on a phone, the button that takes a product out of a comparison hides none of its picture', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, '/compare?ids=1,2')
  const head = page.getByRole('columnheader', { name: /HP LaserJet Pro M404dn/ })
  const button = await head.getByRole('button', { name: /^Remove/ }).boundingBox()
  const picture = await head.locator('img').boundingBox()
  expect(picture?.y).toBeGreaterThanOrEqual((button?.y ?? 0) + (button?.height ?? 0) - 4)
})

test('the focus stays in the stepper where the count ends', async ({ page }) => {
  await open(page, '/products/76')
  const [less, more] = [/^Decrease/, /^Increase/].map((name) => page.getByRole('button', { name }).first())
  if (less === undefined || more === undefined) throw new Error('There is no stepper')
  await more.press('Enter')
  await more.press('Enter')
  await expect(more).toBeDisabled()
  await expect(less).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(less).toBeDisabled()
  await expect(more).toBeFocused()

  await page.getByRole('button', { name: 'Add to Cart' }).first().click()
  await open(page, '/cart')
  await more.press('Enter')
  await expect(page.getByRole('group', { name: /^Quantity/ })).toContainText('2')
  // After each press it rests for a moment: the next one counts only then.
  await expect(more).toBeEnabled()
  await expect(more).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('group', { name: /^Quantity/ })).toContainText('3')
  await expect(less).toBeFocused()
  await expect(more).toBeDisabled()
})

test('the focus goes to the product when the notice of its line is settled', async ({ page }) => {
  await page.addInitScript(() => {
    const product = { id: 76, name: 'HP DesignJet T650', price: '1799.00', image: '', category: 'business-solutions' }
    const items = [{ id: 1, productId: 76, quantity: 5, product }]
    if (localStorage.getItem('mr-printer-cart') === null)
      localStorage.setItem('mr-printer-cart', JSON.stringify({ items, sessionId: '' }))
  })
  await open(page, '/cart')
  await page.getByRole('button', { name: /^Take 3/ }).press('Enter')
  await expect(page.getByText('Only 3 left', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'HP DesignJet T650 Plan Station' })).toBeFocused()
})

for (const width of [320, 390, 768])
  test(`nothing moves at ${width} px when all that can be ordered is in the cart`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    for (const [id, most] of [
      [76, 3],
      [78, 99],
    ]) {
      await open(page, `/products/${id}`)
      const add = page.getByRole('button', { name: 'Add to Cart' }).first()
      const place = await add.boundingBox()
      await page.evaluate(
        ({ id, quantity }) => {
          const product = { id, name: 'In the cart', price: '9.00', image: '', category: 'supplies' }
          const newValue = JSON.stringify({ items: [{ id, productId: id, quantity, product }], sessionId: '' })
          localStorage.setItem('mr-printer-cart', newValue)
          const key = 'mr-printer-cart'
          window.dispatchEvent(new StorageEvent('storage', { key, newValue, storageArea: localStorage }))
        },
        { id, quantity: most },
      )
      await expect(page.getByText(/; all .*in your cart$/)).toBeVisible()
      expect(await add.boundingBox()).toEqual(place)
    }
  })

test('a page that is older than the stock does not refuse what there is', async ({ page }) => {
  const sent = await page.request.get('/products/23')
  const known = 7
  const html = (await sent.text()).replaceAll(/("id":23,.*?"stockQuantity":)\d+/g, `$1${known}`)
  await page.route('/products/23', (route) => route.fulfill({ response: sent, body: html }))
  await page.route('**/api/products?ids=23', async (route) => {
    const response = await route.fetch()
    const products = (await response.json()) as object[]
    await route.fulfill({ response, json: products.map((product) => ({ ...product, stockQuantity: 9 })) })
  })
  await open(page, '/products/23')
  const more = page.getByRole('button', { name: 'Increase quantity' }).first()
  for (let count = 1; count < 9; count++) await more.click()
  await expect(page.getByText('Only 9 left', { exact: true })).toBeVisible()
  await expect(more).toBeDisabled()
})

for (const width of [320, 360, 390])
  test(`nothing moves in the cart at ${width} px when a line comes to its end`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.addInitScript(() => {
      const items = [
        [70, 98, 'Department Fleet', '1899.00'],
        [76, 2, 'HP DesignJet T650 Plan Station', '1799.00'],
      ].map(([id, quantity, name, price]) => {
        const product = { id, name, price, image: '', category: 'business-solutions' }
        return { id, productId: id, quantity, product }
      })
      localStorage.setItem('mr-printer-cart', JSON.stringify({ items, sessionId: '' }))
    })
    await open(page, '/cart')
    const remove = page.getByRole('button', { name: /^Remove / })
    const places = () => remove.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().y + scrollY))
    await expect(page.getByText('Only 3 left', { exact: true })).toBeVisible()
    const before = await places()
    for (const at of [1, 0]) await page.getByRole('button', { name: 'Increase quantity' }).nth(at).click()
    await expect(page.getByText('At most 99 per order', { exact: true })).toBeVisible()
    expect(await places()).toEqual(before)
  })

test('on a phone the notice of what was added hides neither name nor price of the product', async ({ page }) => {
  for (const height of [844, 664]) {
    await page.setViewportSize({ width: 390, height })
    for (const id of [1, 2]) {
      await open(page, `/products/${id}`)
      const main = page.getByRole('main')
      const shown = [
        main.getByRole('heading', { level: 1 }),
        main.getByText(/^\$[\d,.]+$/).first(),
        main.getByRole('button', { name: 'Add to Cart' }).first(),
      ]
      await shown[2]?.click()
      const notice = page.locator('[aria-label^=Notifications] li').filter({ hasText: 'Added to cart' })
      await expect(notice).toBeVisible()
      await expect
        .poll(async () => {
          const box = await notice.boundingBox()
          const others = await Promise.all(shown.map((each) => each.boundingBox()))
          return others.filter((each) => overlap(box, each)).length
        }, `product ${id} at ${height} px`)
        .toBe(0)
    }
    if (height === 844) await rejectTracking(page)
  }
})

test('on a phone a notice that was seen closes for the menu, and a new one gives way to it', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, '/products/1')
  await rejectTracking(page)
  await page.getByRole('button', { name: 'Add to Cart' }).first().click()
  await open(page, '/cart')
  await page.getByRole('button', { name: /^Remove/ }).click()
  const notice = page.locator('[aria-label^=Notifications] li').filter({ hasText: 'Item removed' })
  await expect(notice).toBeVisible()

  await page.getByRole('button', { name: 'Menu' }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  const first = [menu.getByRole('button', { name: 'Close' }), menu.getByRole('link', { name: 'All Products' })]
  await expect(menu).toBeVisible()
  await expect
    .poll(async () => {
      const box = await notice.evaluateAll(([seen]) => (seen?.getBoundingClientRect().toJSON() as Box) ?? null)
      const others = await Promise.all(first.map((each) => each.boundingBox()))
      return others.filter((each) => overlap(box, each)).length
    })
    .toBe(0)

  await test.step('one that was read is gone before its time', async () => {
    await page.clock.install()
    await open(page, '/products/1')
    await page.getByRole('button', { name: 'Add to Cart' }).first().click()
    const added = page.locator('[aria-label^=Notifications] li').filter({ hasText: 'Added to cart' })
    await expect(added).toBeVisible()
    await page.clock.fastForward(1500)
    await page.getByRole('button', { name: 'Menu' }).click()
    await expect(menu).toBeVisible()
    await page.clock.fastForward(500)
    await expect(added).toBeHidden()
  })
})

type Box = Awaited<ReturnType<Locator['boundingBox']>>

function overlap(a: Box, b: Box): boolean {
  return a !== null && b !== null && a.y < b.y + b.height && b.y < a.y + a.height
}

test('a name of a specification that has no spaces leaves room for the values', async ({ page }) => {
  await enterBackOffice(page)
  const { id } = await callApi<{ id: number }>(page, 'POST', '/api/admin/products', {
    name: 'Vellumhaus Langwort 40',
    price: '99999999.00',
    originalPrice: '99999999.99',
    category: 'printers',
    stockQuantity: 3,
    specifications: { Schnittstellenbeschreibungsverzeichnis: 'USB 2.0 and a network', Weight: '18.9 lb' },
  })
  await page.setViewportSize({ width: 320, height: 640 })
  await open(page, `/products/${id}`)
  const value = page.getByRole('cell', { name: 'USB 2.0 and a network' })
  expect((await value.boundingBox())?.width).toBeGreaterThan(120)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)

  await test.step('nor does a name or a number of one long word widen the page', async () => {
    const long = await callApi<{ id: number }>(page, 'POST', '/api/admin/products', {
      name: `Vellumhaus${'Langwort'.repeat(11)}`,
      sku: 'SKU'.repeat(20),
      price: '9.00',
      category: 'supplies',
      stockQuantity: 3,
    })
    await open(page, `/products/${long.id}`)
    for (const width of [320, 768, 1000]) {
      await page.setViewportSize({ width, height: 640 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    }
    await page.setViewportSize({ width: 320, height: 640 })
  })

  await test.step('and a price of many digits stays within its card', async () => {
    const main = page.getByRole('main')
    const places = [
      ['/products?search=vellumhaus langwort 40', main.getByRole('article').locator('p')],
      [`/products/${id}`, main.locator('[data-subject]')],
      [`/compare?ids=${id},1`, main.getByRole('cell')],
    ] as const
    for (const [path, around] of places) {
      await open(page, path)
      for (const width of [320, 390, 768]) {
        await page.setViewportSize({ width, height: 640 })
        const price = page.getByText('$99,999,999.00', { exact: true })
        await expect(price.first()).toBeVisible()
        expect(await numbersInTwo(page), `${path}, ${width} pixels`).toEqual([])
        const frame = around.filter({ has: price }).or(around.and(price)).last()
        const rightOf = (place: Locator) => place.evaluate((element) => element.getBoundingClientRect().right)
        const rightOfText = (place: Locator) =>
          place.evaluate((element) => {
            const range = document.createRange()
            range.selectNodeContents(element)
            return range.getBoundingClientRect().right
          })
        expect(await rightOfText(price.first()), `${path}, ${width} pixels`).toBeLessThanOrEqual(await rightOf(frame))
      }
    }
    await page.setViewportSize({ width: 320, height: 640 })
  })

  await test.step('and a name of many words leaves room for what is compared', async () => {
    const name = `Vellumhaus ${'color station with feeder and duplex '.repeat(5)}`.trim()
    const many = await callApi<{ id: number }>(page, 'POST', '/api/admin/products', {
      name,
      price: '9.00',
      category: 'printers',
      stockQuantity: 3,
    })
    await open(page, `/compare?ids=${many.id},1`)
    const link = page.getByRole('table').getByRole('link', { name, exact: true })
    await expect(link).toHaveAttribute('title', name)
    const lines = () =>
      link.evaluate((seen) => Math.round(seen.clientHeight / Number.parseFloat(getComputedStyle(seen).lineHeight)))
    expect(await lines()).toBeLessThanOrEqual(6)
    await page.emulateMedia({ media: 'print' })
    expect(await lines(), 'on paper the whole name').toBeGreaterThan(6)
    await page.emulateMedia({ media: 'screen' })
  })

  await test.step('and a suggestion without spaces stays within the window', async () => {
    await callApi(page, 'POST', '/api/admin/products', {
      name: `Ringbinderei${'XYLOTYPE'.repeat(9)}`,
      price: '9.00',
      category: 'supplies',
      stockQuantity: 3,
    })
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByRole('combobox', { name: 'Search products' }).fill('ringbinderei')
    await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(1)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  })
})

test('on a phone that lies on its side the notice leaves the button free that was pressed', async ({ page }) => {
  const walk = async (isAsked: boolean) => {
    for (const size of [
      { width: 667, height: 375 },
      { width: 740, height: 360 },
      { width: 844, height: 390 },
    ]) {
      await page.setViewportSize(size)
      await open(page, '/products/1')
      const button = page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).first()
      if (isAsked) await expect(page.getByRole('button', { name: 'Reject All' })).toBeVisible()
      // In the middle of the window, where there is room on one side of it also while the question is asked.
      await button.evaluate((seen) => {
        const { top, height } = seen.getBoundingClientRect()
        window.scrollBy({ top: top + height / 2 - window.innerHeight / 2, behavior: 'instant' })
      })
      await button.click()
      const notice = page.locator('[aria-label^=Notifications] li')
      await expect(notice.getByText('Added to cart', { exact: true })).toBeVisible()
      await expect
        .poll(async () => {
          const [note, pressed] = [await notice.boundingBox(), await button.boundingBox()]
          if (note === null || pressed === null) return false
          return note.y + note.height <= pressed.y || pressed.y + pressed.height <= note.y
        }, `${size.width} x ${size.height}`)
        .toBe(true)
    }
  }
  await test.step('also while the question about cookies takes a third of the window', () => walk(true))
  await rejectTracking(page)
  await test.step('and when it is answered', () => walk(false))
})

test('the sums of a page’s cost have room between their lines on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const found = await page.request.get('/api/products?search=ET-8550&category=photo-printers&limit=1')
  const [{ id }] = (await found.json()) as [{ id: number }]
  await open(page, `/products/${id}`)
  const sum = page.getByRole('definition').filter({ hasText: 'Magenta' }).filter({ hasText: '÷' })
  const { lines, size } = await sum.evaluate((each) => {
    const text = document.createRange()
    text.selectNodeContents(each)
    const tops = [...text.getClientRects()].map(({ top }) => Math.round(top))
    return { lines: [...new Set(tops)].toSorted((a, b) => a - b), size: parseFloat(getComputedStyle(each).fontSize) }
  })
  expect(lines.length).toBeGreaterThan(2)
  const distance = ((lines.at(-1) ?? 0) - (lines[0] ?? 0)) / (lines.length - 1)
  expect(distance).toBeGreaterThan(size * 1.3)
})
