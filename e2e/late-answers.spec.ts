import { enterBackOffice, expect, holdBack, open, signUp, test } from './shop.ts'

test('staff who go to another room while they type into a search are not taken back', async ({ page }) => {
  await enterBackOffice(page, '/admin/products')
  const search = page.getByLabel('Search products')
  await expect(search).toBeVisible()
  // The pause after which is searched ends just when the address is the next room's and the screen still the list's.
  await page.evaluate(() => {
    const [setTimer, push] = [window.setTimeout.bind(window), history.pushState.bind(history)]
    const waiting: (() => void)[] = []
    window.setTimeout = ((run: () => void, ms?: number) => {
      if (ms !== 300) return setTimer(run, ms)
      waiting.push(run)
      return 0
    }) as typeof window.setTimeout
    history.pushState = (...parameters) => {
      push(...parameters)
      for (const run of waiting.splice(0)) run()
    }
  })
  await search.fill('toner')
  await page.getByRole('heading', { name: 'Products', level: 1 }).focus()
  await page.keyboard.press('g')
  await page.keyboard.press('o')
  await expect(page.getByRole('heading', { name: 'Orders', level: 1 })).toBeFocused()
  await expect(page).toHaveURL(/\/admin\/orders$/)
})

test('a customer who goes elsewhere while a sign-in is on its way stays there, signed in', async ({ page }) => {
  const { email, password } = await signUp(page)
  await page.evaluate(() => localStorage.removeItem('authToken'))
  await open(page, '/login')
  const answer = await holdBack(page, '**/api/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click()
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: /^Contact/ })
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Contact/)
  answer.release()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('authToken'))).not.toBeNull()
  await expect(page.getByRole('banner').getByRole('button', { name: 'Logout' })).toBeVisible()
  await expect(page).toHaveURL(/\/contact$/)
})
