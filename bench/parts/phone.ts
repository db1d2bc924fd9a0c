import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test'
import type { Part } from '../part.ts'
import { median, pause, type Measurement } from '../report.ts'
import { startWithoutScript } from '../without-script.ts'

const ROUNDS = 3
const SETTLED_MS = 2_500
const MOST_TIMES_PLAIN_PAINT = 1.5
const MOST_BLOCKING_MS = 200
const MOST_SHIFT = 0.005
const MOST_PRESS_MS = 100
const PROCESSOR_TIMES_SLOWER = 4

/** 150 ms round trip, 1.6 Mbit/s down, 750 kbit/s up. */
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
}
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }
const BROWSER_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

interface Screen {
  readonly name: string
  readonly path: string
  /** The browser fills it, because what it shows is known there only. */
  readonly isPersonal?: boolean
  /** What a visitor presses there. */
  press(page: Page): Promise<void>
}

const addToCart = (page: Page) => page.getByRole('button', { name: 'Add to Cart' }).first().tap()
const SCREENS: readonly Screen[] = [
  { name: 'home', path: '/', press: addToCart },
  { name: 'listing', path: '/products', press: addToCart },
  { name: 'product', path: '/products/1', press: addToCart },
  {
    name: 'cart',
    path: '/cart',
    isPersonal: true,
    press: (page) => page.getByRole('button', { name: 'Increase quantity' }).first().tap(),
  },
  {
    name: 'checkout',
    path: '/checkout',
    isPersonal: true,
    press: (page) => page.getByLabel(/same as shipping/i).tap(),
  },
]

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>

interface Vitals {
  readonly paint: number
  readonly shift: number
  readonly blocking: number
  /** From the press to the next paint after it; 0 where nothing was pressed. */
  readonly press: number
}

/** Five screens on a slow phone, each in a fresh browser context, in turn with the same HTML without script. */
export const phone: Part = {
  name: 'phone',
  what: 'largest paint, blocking time, shift and press-to-answer on a slow phone, beside the same HTML without script',
  byDefault: false,
  async *run(shops) {
    const shop = await shops.shared(179)
    const browser = await chromium.launch({
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: BROWSER_FLAGS,
    })
    const visitor = await aVisitorWithACart(browser, shop.url)
    const pages = new Map<string, string>()
    for (const screen of SCREENS) pages.set(screen.path, await htmlOf(screen, browser, visitor, shop.url))
    const plain = await startWithoutScript(shop.url, pages)
    for (const screen of SCREENS) {
      const ours: Vitals[] = []
      const without: Vitals[] = []
      for (let round = 0; round < ROUNDS; round += 1) {
        const fresh = await browser.newContext(PHONE)
        without.push(await vitalsOf(fresh, plain.url + screen.path))
        const again = await browser.newContext({ ...PHONE, storageState: visitor })
        ours.push(await vitalsOf(again, shop.url + screen.path, screen))
      }
      yield* rowsOf(screen.name, ours, without)
    }
    await browser.close()
    await plain.stop()
  },
}

/** Signed in, and with something in the cart: what the cart and the checkout need. */
async function aVisitorWithACart(browser: Browser, url: string): Promise<StorageState> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${url}/products/1`)
  await page.getByRole('button', { name: 'Add to Cart' }).first().click()
  await page.waitForFunction(() => (localStorage.getItem('mr-printer-cart') ?? '').includes('productId'))
  const token = await page.evaluate(async () => {
    const answer = await fetch('/api/register', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        firstName: 'Ada',
        lastName: 'Marlow',
        email: `phone.${Date.now()}@example.com`,
        phone: '4055550142',
        password: 'a quiet paper tray',
      }),
    })
    return ((await answer.json()) as { token: string }).token
  })
  await page.evaluate((value) => localStorage.setItem('authToken', value), token)
  const state = await context.storageState()
  await context.close()
  return state
}

/** The HTML of a screen: as it is served, or of a personal one as the browser has filled it. */
async function htmlOf(
  { path, isPersonal = false }: Screen,
  browser: Browser,
  storageState: StorageState,
  url: string,
): Promise<string> {
  if (!isPersonal) return (await fetch(url + path)).text()
  const context = await browser.newContext({ ...PHONE, storageState })
  const page = await context.newPage()
  await page.goto(url + path)
  await pause(SETTLED_MS)
  const html = await page.content()
  await context.close()
  return html
}

async function vitalsOf(context: BrowserContext, url: string, screen?: Screen): Promise<Vitals> {
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', SLOW_4G)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: PROCESSOR_TIMES_SLOWER })
  await page.addInitScript({ path: 'bench/page-vitals.mjs' })
  await page.goto(url, { waitUntil: 'load' })
  await pause(SETTLED_MS)
  const loaded = await page.evaluate(() => ({ ...(window as unknown as { vitals: Vitals }).vitals }))
  let press = 0
  if (screen !== undefined) {
    await screen.press(page)
    await pause(SETTLED_MS / 2)
    press = await page.evaluate(() => (window as unknown as { vitals: Vitals }).vitals.press)
  }
  await context.close()
  return { ...loaded, press }
}

function rowsOf(name: string, ours: readonly Vitals[], without: readonly Vitals[]): Measurement[] {
  const of = (rounds: readonly Vitals[], key: keyof Vitals) => median(rounds.map((vitals) => vitals[key]))
  const [paint, plainPaint] = [of(ours, 'paint'), of(without, 'paint')]
  const atMost = (what: string, key: keyof Vitals, most: number, unit: string): Measurement => ({
    what: `${name}: ${what}`,
    value: of(ours, key),
    unit,
    target: `≤ ${most} ${unit}`.trim(),
    reached: of(ours, key) <= most,
  })
  return [
    {
      what: `${name}: largest paint`,
      value: paint,
      unit: 'ms',
      yardstick: { what: 'without script', value: plainPaint },
      target: `ratio ≤ ${MOST_TIMES_PLAIN_PAINT}`,
      reached: paint / plainPaint <= MOST_TIMES_PLAIN_PAINT,
    },
    atMost('blocking time', 'blocking', MOST_BLOCKING_MS, 'ms'),
    { ...atMost('layout shift', 'shift', MOST_SHIFT, ''), target: '0.00' },
    atMost('press to answer', 'press', MOST_PRESS_MS, 'ms'),
  ]
}
