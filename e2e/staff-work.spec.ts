import {
  callApi,
  endSessionWithNextChange,
  enterBackOffice,
  expect,
  expectToast,
  holdBack,
  loseAnswer,
  open,
  pictureFile,
  placeOrder,
  sendMessage,
  signUp,
  test,
  unlock,
} from './shop.ts'
import { patient } from '../src/testing/patience.ts'

test.describe.configure({ timeout: patient(60_000) })

test('pictures are picked and dropped, several at once; refused ones are named, the first becomes the main one', async ({
  page,
}) => {
  await enterBackOffice(page, '/admin/products')
  await page.getByRole('button', { name: 'Add Product' }).click()
  const dialog = page.getByRole('dialog')
  const pictures = dialog.getByRole('list', { name: 'Product images' }).getByRole('listitem')
  // The uploads wait until their progress has been seen.
  const { release } = await holdBack(page, '**/api/admin/uploads')
  await dialog
    .getByLabel('Product images', { exact: true })
    .first()
    .setInputFiles([
      await pictureFile('cyan.png', '#0af'),
      { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') },
      { name: 'broken.png', mimeType: 'image/png', buffer: Buffer.from('no picture either') },
      await pictureFile('magenta.png', '#f0a'),
    ])
  await expect(dialog.getByRole('progressbar', { name: 'Upload of cyan.png' })).toBeVisible()
  await expect(dialog.getByText('notes.txt: This is no image. Choose PNG, JPG, GIF or WebP.')).toBeVisible()
  release()
  await expect(page.getByText('2 images uploaded successfully, 2 failed', { exact: true })).toBeVisible()
  await expect(dialog.getByText('broken.png: Use a PNG, JPG, WebP or GIF image.')).toBeVisible()
  await expect(pictures).toHaveCount(2)
  await expect(dialog.getByRole('button', { name: 'Main image: image 1 of 2' })).toBeVisible()

  const { buffer } = await pictureFile('yellow.png', '#fd0')
  const dropped = await page.evaluateHandle(
    (bytes) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([new Uint8Array(bytes)], 'yellow.png', { type: 'image/png' }))
      transfer.items.add(new File(['x'], 'skipped.txt', { type: 'text/plain' }))
      return transfer
    },
    [...buffer],
  )
  await dialog.getByRole('button', { name: 'Choose images' }).dispatchEvent('drop', { dataTransfer: dropped })
  await expect(page.getByText('Drop Upload Complete', { exact: true })).toBeVisible()
  await expect(pictures).toHaveCount(3)
  await expect(dialog.getByText('skipped.txt')).toHaveCount(0)
})

test('a failed job is run again from the queues', async ({ page }) => {
  let wasRun = false
  const job = {
    id: 'job-1',
    name: 'send-mail',
    queue: 'mail',
    error: '451 try later',
    attempts: 5,
    failedAt: '2026-11-21T10:00:00.000Z',
  }
  await page.route('**/api/admin/queues', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({
      response: answer,
      json: {
        ...((await answer.json()) as object),
        failed: wasRun ? [] : [job],
        failedKinds: wasRun ? [] : [{ name: job.name, count: 1 }],
      },
    })
  })
  await page.route('**/api/admin/queues/failed/job-1/run', async (route) => {
    wasRun = route.request().method() === 'POST'
    await route.fulfill({ status: 202, json: { jobId: 'job-1' } })
  })
  await enterBackOffice(page, '/admin/queues')
  await expect(page.getByText('451 try later')).toBeVisible()
  await page.getByRole('button', { name: 'Run send-mail again' }).click()
  await expect(page.getByText('451 try later')).toHaveCount(0)
  expect(wasRun).toBe(true)
})

test('all failed jobs of a kind are run again with one press, after a question', async ({ page }) => {
  let wasRun = false
  const failed = [
    {
      id: 'job-1',
      name: 'send-mail',
      queue: 'mail',
      error: 'No answer',
      attempts: 1,
      failedAt: '2026-11-21T10:00:00.000Z',
    },
  ]
  await page.route('**/api/admin/queues', async (route) => {
    const answer = await route.fetch()
    const known = (await answer.json()) as object
    const now = wasRun ? { failed: [], failedKinds: [] } : { failed, failedKinds: [{ name: 'send-mail', count: 1204 }] }
    await route.fulfill({ response: answer, json: { ...known, ...now } })
  })
  await page.route('**/api/admin/queues/failed/run', async (route) => {
    expect(route.request().postDataJSON()).toEqual({ name: 'send-mail' })
    wasRun = true
    await route.fulfill({ status: 202, json: { count: 1204 } })
  })
  await enterBackOffice(page, '/admin/queues')
  await expect(page.getByText('1,204 failed')).toBeVisible()
  await page.getByRole('button', { name: 'Run all send-mail again, 1,204 jobs' }).click()
  const dialog = page.getByRole('dialog', { name: 'Run all again' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
  expect(wasRun).toBe(false)
  await page.getByRole('button', { name: /^Run all send-mail again/ }).click()
  await dialog.getByRole('button', { name: 'Run 1,204 jobs again' }).click()
  await expectToast(page, 'Jobs run again', '1,204 jobs of send-mail got all tries again.')
  await expect(page.getByText('1,204 failed')).toHaveCount(0)
})

test('packing slips of several orders are printed, a page each, without prices', async ({ page }) => {
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '')
  })
  const { email } = await signUp(page)
  const ids = [await placeOrder(page, email, 6), await placeOrder(page, email, 2)]
  await enterBackOffice(page, `/admin/orders?search=${encodeURIComponent(email)}`)
  for (const id of ids) await page.getByLabel(`Select order ${id}`).check()
  await page.getByRole('button', { name: 'Print packing slips' }).click()
  await expect(page.locator('html[data-printed]')).toBeAttached()
  await page.emulateMedia({ media: 'print' })
  const slips = page.locator('.print-sheet')
  await expect(slips).toHaveCount(2)
  for (const [index, id] of ids.entries()) {
    await expect(slips.nth(index)).toContainText(`Order #${id}`)
    await expect(slips.nth(index)).toContainText('1 piece in all')
    await expect(slips.nth(index)).not.toContainText('$')
  }
  await expect(page.getByRole('heading', { name: 'Orders' })).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await expect(slips).toHaveCount(0)
})

test('an order that its customer cancels after it was selected is neither packed nor picked', async ({
  page,
  browser,
  baseURL,
}) => {
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '')
  })
  const other = await browser.newContext({ ...(baseURL !== undefined && { baseURL }) })
  const customer = await other.newPage()
  const { email } = await signUp(customer)
  const [kept, cancelled] = [await placeOrder(customer, email, 6), await placeOrder(customer, email, 2)]
  await enterBackOffice(page, `/admin/orders?status=pending&search=${encodeURIComponent(email)}`)
  for (const id of [kept, cancelled]) await page.getByLabel(`Select order ${id}`).check()
  await callApi(customer, 'POST', `/api/user/orders/${cancelled}/cancel`)
  await other.close()
  await expect(page.getByLabel(`Select order ${cancelled}`), 'the list has it no more').toHaveCount(0)
  const sheets = page.locator('.print-sheet')
  for (const what of ['Print packing slips', 'Print pick list']) {
    await page.getByRole('button', { name: what }).click()
    await expectToast(page, '1 order left out', `Not printed: #${cancelled} (cancelled).`)
    await expect(sheets).toHaveCount(1)
    await expect(sheets).toContainText(`#${kept}`)
    await expect(sheets).not.toContainText(`#${cancelled}`)
    await expect(page.locator('html[data-printed]')).toBeAttached()
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
    await expect(sheets).toHaveCount(0)
  }
  await open(page, `/admin/orders/${cancelled}`)
  await expect(page.getByText('The order has come to its end: cancelled.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Print packing slip' })).toHaveCount(0)
})

test('an undo names the products that it leaves because somebody edited them', async ({ page }) => {
  const word = `Kept${Date.now().toString(36)}`
  const csv = `sku,name,price\n${word}-1,${word} One,1.00\n${word}-2,${word} Two,2.00\n`
  await enterBackOffice(page, '/admin/imports')
  await page.evaluate(
    async ({ csv, fileName }) => {
      const form = new FormData()
      form.append('file', new File([csv], fileName, { type: 'text/csv' }))
      await fetch('/api/admin/imports', { method: 'POST', body: form })
    },
    { csv, fileName: `${word}.csv` },
  )
  // By its whole name: a search for its number may well find the other product first.
  let product: number | undefined
  await expect
    .poll(async () => {
      const found = await callApi<{ id: number; name: string }[]>(page, 'GET', `/api/admin/products?search=${word}`)
      product = found.find(({ name }) => name === `${word} Two`)?.id
      return product
    })
    .toBeDefined()
  const edited = await page.evaluate(
    (id) =>
      fetch(`/api/admin/products/${id}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: '{"price":"3.00"}',
      }).then(({ status }) => status),
    product,
  )
  expect(edited).toBe(200)
  await page.reload()
  await page.getByRole('button', { name: `Undo ${word}.csv` }).click()
  await page.getByRole('button', { name: 'Undo import' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import products' })
  await expect(dialog.getByText('1 product removed, 1 product kept because of later changes.')).toBeVisible()
  await expect(dialog.getByRole('link', { name: `${word} Two` })).toBeVisible()
})

test('a question about an import follows a colleague who was faster', async ({ page }) => {
  const word = `Faster${Date.now().toString(36)}`
  await enterBackOffice(page, '/admin/imports')
  const id = await page.evaluate(async (name) => {
    const form = new FormData()
    form.append('file', new File([`sku,name,price\n${name}-1,${name} One,1.00\n`], `${name}.csv`, { type: 'text/csv' }))
    const answer = await fetch('/api/admin/imports', { method: 'POST', body: form })
    return ((await answer.json()) as { id: string }).id
  }, word)
  const stateOf = async () => (await callApi<{ state: string }>(page, 'GET', `/api/admin/imports/${id}`)).state
  await expect.poll(stateOf).toBe('finished')
  await page.clock.install()
  await page.reload()
  await page.getByRole('button', { name: `Undo ${word}.csv` }).click()
  const dialog = page.getByRole('dialog', { name: `${word}.csv` })
  await expect(dialog.getByText('1 new product is removed.')).toBeVisible()
  await callApi(page, 'POST', `/api/admin/imports/${id}/undo`)
  await expect.poll(stateOf).toBe('undone')
  await page.clock.runFor(16_000)
  await expect(dialog.getByRole('status')).toHaveText('Somebody else has undone this import.')
  await expect(dialog.getByRole('button', { name: 'Undo import' })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Open import' }).click()
  await expect(page.getByRole('dialog', { name: 'Import products' })).toContainText('Import undone')
})

test('what was typed about products is offered back after a reload, also from under the gate', async ({ page }) => {
  const name = `Quire Draft ${Date.now()}`
  const dialog = page.getByRole('dialog')
  const offer = page.getByText('It is not saved.')
  await enterBackOffice(page, '/admin/products')
  await page.getByRole('button', { name: 'Add Product' }).click()
  await dialog.getByLabel('Product Name').fill(name)
  await dialog.getByLabel('Price', { exact: true }).fill('12.00')
  await dialog.getByLabel('Description').fill('Typed for half an hour.')
  await endSessionWithNextChange(page)
  await dialog.getByRole('button', { name: 'Create Product' }).click()
  await expect(page.getByText('Your session has ended. Enter the password again to go on.')).toBeVisible()
  await page.reload()
  await unlock(page)
  await expect(dialog.getByLabel('Description')).toHaveValue('Typed for half an hour.')
  await open(page, '/admin/products')
  await expect(page.getByText(`You were adding ${name}. It is not saved.`)).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByLabel('Description')).toHaveValue('Typed for half an hour.')
  await dialog.getByRole('button', { name: 'Create Product' }).click()
  await expect(page.getByText('Product created successfully', { exact: true })).toBeVisible()
  await expect(offer).toHaveCount(0)

  await page.getByRole('searchbox', { name: 'Search products' }).fill(name)
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  await dialog.getByLabel('Brand').fill('Quire')
  await page.reload()
  await expect(dialog.getByLabel('Brand')).toHaveValue('Quire')
  await page.goBack()
  await expect(page.getByText(`You were editing ${name}. It is not saved.`)).toBeVisible()
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  await expect(dialog.getByLabel('Brand')).toHaveValue('Quire')
  await page.goBack()
  await page.getByRole('button', { name: 'Discard' }).press('Enter')
  await expect(offer).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.reload()
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  await expect(dialog.getByLabel('Brand')).toHaveValue('')
  await expect(offer).toHaveCount(0)

  await dialog.getByLabel('Brand').fill('Quire')
  await dialog.getByRole('button', { name: 'Cancel' }).dblclick()
  await expect(dialog.getByText('Your edits are not saved.'), 'a double press answers nothing').toBeVisible()
  await dialog.getByRole('button', { name: 'Discard edits' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(offer).toHaveCount(0)
})

test('a note on an order’s own page, and the focus in it, outlive the session', async ({ page }) => {
  const { email } = await signUp(page)
  const id = await placeOrder(page, email, 2)
  await enterBackOffice(page, `/admin/orders/${id}`)
  const note = page.getByLabel('Add a note')
  const ended = page.getByText('Your session has ended. Enter the password again to go on.')
  await note.fill('Rings at the back door.')
  await expect(note).toBeFocused()

  // It ends elsewhere, and nothing is pressed here: the page hears of it, or asks when its window gets the focus.
  expect(await page.evaluate(async () => (await fetch('/api/admin/session', { method: 'DELETE' })).ok)).toBe(true)
  await expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await expect(ended).toBeVisible({ timeout: 2000 })
  }).toPass()
  await unlock(page)
  await expect(page.getByRole('heading', { name: 'Admin Access' })).toHaveCount(0)
  await expect(note).toHaveValue('Rings at the back door.')
  await expect(note).toBeFocused()

  // It ends with the press: what was not saved says so, in words for people.
  await endSessionWithNextChange(page)
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(ended).toBeVisible()
  await unlock(page)
  await expect(page.getByText('Your session had ended, so this was not saved. Save again.')).toBeVisible()
  await expect(note).toHaveValue('Rings at the back door.')
  await expect(page.locator('body')).not.toBeFocused()
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(note).toHaveValue('')
  await expect(page.getByText('Rings at the back door.')).toBeVisible()
})

test('what a customer with a very long address has is found beside an order and beside a message', async ({ page }) => {
  await signUp(page)
  const email = `ada.${Date.now()}@${'quire'.repeat(12)}.${'paper'.repeat(10)}.example.com`
  const earlier = await placeOrder(page, email, 2)
  const later = await placeOrder(page, email, 12)
  const subject = `Where do I find the drum? ${Date.now()}`
  await sendMessage(page, {
    form: 'contact',
    name: 'Ada Marlow',
    email,
    subject,
    message: 'Ours has none that I can see.',
    inquiryType: 'sales',
  })
  await enterBackOffice(page, `/admin/orders/${later}`)
  const others = page.getByRole('region', { name: 'Other orders of this customer' })
  await expect(others.getByRole('link', { name: `#${earlier}` })).toBeVisible()
  const messages = page.getByRole('region', { name: 'Messages of this customer' })
  await expect(messages.getByText(subject)).toBeVisible()

  // What is printed of an order may leave the office with it.
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { name: `Order #${later}` })).toBeVisible()
  for (const besides of [others, messages]) await expect(besides).toBeHidden()
  await page.emulateMedia({ media: 'screen' })

  // What could not be read says so, and is read again.
  const reads = /\/api\/admin\/orders\?(.*&)?search=/
  await page.route(reads, (route) => route.abort())
  await open(page, `/admin/inbox?search=${encodeURIComponent(subject)}`)
  await page.getByRole('button', { name: subject }).click()
  const sender = page.getByRole('dialog').getByRole('region', { name: 'Sender' })
  await expect(sender.getByRole('alert')).toContainText('They could not be read.')
  await sender.getByRole('button', { name: 'Try again' }).focus()
  await page.unroute(reads)
  // By its key: a new order of somebody has them read by themselves, and the button may be gone.
  await page.keyboard.press('Enter')
  await expect(sender.getByRole('link', { name: `#${later}` })).toBeVisible()
  await expect(sender.getByRole('link', { name: `#${earlier}` })).toBeVisible()
})

test('the focus comes back from an order to the row of the one that was looked at last', async ({ page }) => {
  const { email } = await signUp(page)
  const earlier = await placeOrder(page, email, 2)
  const later = await placeOrder(page, email, 12)
  await enterBackOffice(page, `/admin/orders?search=${encodeURIComponent(email)}`)
  const dialog = page.getByRole('dialog')
  const entrance = (id: number) => page.getByRole('button', { name: `#${id}`, exact: true })
  const details = page.getByRole('button', { name: `View details of order ${later}` })

  await details.click()
  await expect(dialog.getByRole('heading', { name: `Order #${later}` })).toBeVisible()
  await page.keyboard.press('j')
  await expect(dialog.getByRole('heading', { name: `Order #${earlier}` })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(entrance(earlier)).toBeFocused()

  // There and back again is what opened it.
  await details.click()
  await expect(dialog.getByRole('heading', { name: `Order #${later}` })).toBeVisible()
  await page.keyboard.press('j')
  await expect(dialog.getByRole('heading', { name: `Order #${earlier}` })).toBeVisible()
  await page.keyboard.press('k')
  await expect(dialog.getByRole('heading', { name: `Order #${later}` })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(details).toBeFocused()
})

test('a reply and a note whose answers are lost are made once when they are sent again', async ({ page }) => {
  const { email } = await signUp(page)
  const reference = await sendMessage(page, {
    form: 'contact',
    name: 'Ada Marlow',
    email,
    subject: 'Paper',
    message: 'Which one do you advise?',
    inquiryType: 'sales',
  })
  await enterBackOffice(page)
  await open(page, `/admin/inbox/${reference}`)
  const read = () =>
    callApi<{ notes: { text: string }[]; replies: { text: string }[] }>(page, 'GET', `/api/admin/inbox/${reference}`)
  const problem = (text: string) => page.getByRole('alert').filter({ hasText: text })

  await loseAnswer(page, `**/inbox/${reference}/replies`)
  await page.getByLabel(/^Reply to/).fill('The heavy one.')
  await page.getByRole('button', { name: 'Send reply' }).click()
  await expect(problem('The reply could not be sent.')).toBeVisible()
  // The page hears of the reply that was made, and shows it with its version.
  await expect(page.getByRole('dialog').getByText('The heavy one.').nth(1)).toBeVisible()
  await page.getByRole('button', { name: 'Send reply' }).click()
  await expectToast(page, 'Reply sent', `The email goes to ${email}.`)

  await loseAnswer(page, `**/inbox/${reference}`)
  await page.getByLabel('New note').fill('Likes it heavy.')
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(problem('The change could not be saved.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Notes' }).getByRole('listitem')).toHaveCount(1)
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(page.getByText('Note added', { exact: true })).toBeVisible()

  const { notes, replies } = await read()
  expect([notes, replies].map((all) => all.map(({ text }) => text))).toEqual([['Likes it heavy.'], ['The heavy one.']])

  // What is opened over a dialog dims that too.
  await page.getByRole('button', { name: 'Saved replies' }).click()
  await expect(page.getByRole('dialog', { name: 'Saved replies' })).toBeVisible()
  const isDimmed = (beneath: HTMLElement | SVGElement) => {
    const { left, top } = beneath.getBoundingClientRect()
    beneath.style.pointerEvents = 'auto'
    return !beneath.contains(document.elementFromPoint(left + 8, top + 8))
  }
  expect(await page.locator('[role=dialog]').first().evaluate(isDimmed)).toBe(true)
})

test('a supplier is added, changed and deleted by a second press where the answers to the first are lost', async ({
  page,
}) => {
  const name = `Quire Paper ${Date.now()}`
  await enterBackOffice(page, '/admin/imports')
  const dialog = page.getByRole('dialog')
  const save = dialog.getByRole('button', { name: 'Save supplier' })
  const saveTwice = async (what: string) => {
    await save.click()
    await expect(page.getByText('Not saved', { exact: true })).toBeVisible()
    await save.click()
    await expectToast(page, 'Supplier saved', what)
    await expect(dialog).toHaveCount(0)
  }
  await page.getByRole('button', { name: 'Add supplier' }).click()
  await dialog.getByLabel('Name').fill(name)
  await loseAnswer(page, '**/api/admin/suppliers')
  await saveTwice(name)

  await page.getByRole('button', { name: `Edit ${name}` }).click()
  await dialog.getByLabel('Products that left their list').selectOption('sold-out')
  await loseAnswer(page, '**/api/admin/suppliers/*')
  await saveTwice(name)

  await page.getByRole('button', { name: `Fetch list of ${name}` }).click()
  await dialog.getByLabel('Address of the list').fill('https://lists.example.com/quire.csv')
  await loseAnswer(page, '**/api/admin/suppliers/*/source')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Not saved', { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expectToast(page, 'Saved', `Where the list of ${name} is fetched`)
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: `Delete ${name}` }).click()
  await loseAnswer(page, '**/api/admin/suppliers/*')
  await dialog.getByRole('button', { name: 'Delete supplier' }).click()
  await expect(dialog.getByRole('alert')).toContainText('The supplier could not be deleted.')
  await dialog.getByRole('button', { name: 'Delete supplier' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('heading', { name })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Suppliers', exact: true }), 'the focus is not lost').toBeFocused()
})

test('an order that there is not is told from one that cannot be read just now', async ({ page }) => {
  await enterBackOffice(page, '/admin/orders/999999')
  const main = page.getByRole('main')
  await expect(main.getByText('The shop has no order with the number 999999.')).toBeVisible()
  await expect(main.getByRole('button', { name: 'Try again' })).toBeHidden()
  await page.route('**/api/admin/orders/999998', (route) => route.fulfill({ status: 503, json: { message: 'Busy' } }))
  await open(page, '/admin/orders/999998')
  await expect(main.getByRole('alert')).toContainText('This order could not be read.', { timeout: 20_000 })
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Order #999998')
  await main.getByRole('button', { name: 'Try again' }).focus()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  // By its key: an order that somebody places meanwhile has the page read by itself, and the button may be gone.
  await page.keyboard.press('Enter')
  await expect(main.getByText('The shop has no order with the number 999998.')).toBeVisible()
})
