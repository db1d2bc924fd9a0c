import { chromium, type Browser, type BrowserContext, type Locator, type Page } from '@playwright/test'
import type { Part } from '../part.ts'
import { median, pause, type Measurement } from '../report.ts'
import { startWithoutScript } from '../without-script.ts'

const ROUNDS = 3
const SETTLED_MS = 2_500
const MAX_TIMES_PLAIN_PAINT = 1.5
const MAX_BLOCKING_MS = 200
const MAX_SHIFT = 0.005
const MAX_PRESS_MS = 100
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

/** Something that a visitor presses; measured is how long it takes to the next paint. */
interface Press {
  readonly what: string
  press(page: Page): Promise<void>
}

interface Screen {
  readonly name: string
  readonly path: string
  /** Filled by the browser, because what it shows is known there only; the checkout only for customers. */
  readonly isOf?: keyof Visitors
  /** In turn, each where the one before has led. */
  readonly presses: readonly Press[]
}

/** As a hand does it: what is pressed is in view, and the page has come to rest. */
async function tap(target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded()
  await pause(LOOKING_MS)
  await target.tap()
}

const tapButton = (page: Page, name: string | RegExp) => tap(page.getByRole('button', { name }).first())
const LOOKING_MS = 700
const TYPING_MS = 300

const addToCart: Press = { what: 'add to cart', press: (page) => tapButton(page, 'Add to Cart') }
/** Answered by nobody: what the browser itself takes. */
const NOTHING: Press = { what: 'nothing', press: (page) => tap(page.getByRole('heading').first()) }
const SCREENS: readonly Screen[] = [
  {
    name: 'home',
    path: '/',
    presses: [
      addToCart,
      { what: 'open the search', press: (page) => tapButton(page, 'Search') },
      // Slower than the pause after which suggestions are asked for.
      { what: 'type with suggestions', press: (page) => page.keyboard.type('laser', { delay: TYPING_MS }) },
      { what: 'open the menu', press: (page) => tapButton(page, 'Menu') },
    ],
  },
  {
    name: 'listing',
    path: '/products',
    presses: [
      addToCart,
      { what: 'open the filters', press: (page) => tapButton(page, /^Filters/) },
      { what: 'tick a filter', press: (page) => tap(page.getByRole('dialog').getByRole('checkbox').first()) },
    ],
  },
  {
    name: 'product',
    path: '/products/1',
    presses: [addToCart, { what: 'open a tab', press: (page) => tap(page.getByRole('tab').nth(1)) }],
  },
  {
    name: 'cart',
    path: '/cart',
    isOf: 'guest',
    presses: [{ what: 'one more', press: (page) => tapButton(page, 'Increase quantity') }],
  },
  {
    name: 'checkout',
    path: '/checkout',
    isOf: 'customer',
    presses: [
      { what: 'another billing address', press: (page) => tap(page.getByLabel(/same as shipping/i)) },
      { what: 'place the order', press: (page) => tapButton(page, 'Place Order') },
    ],
  },
]

/** What page-vitals.mjs adds to the page. */
interface Measuring {
  readonly vitals: Omit<Vitals, 'presses'>
  takeSlowestPress(): number
}

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>

interface Visitors {
  readonly guest: StorageState
  readonly customer: StorageState
}

interface Vitals {
  readonly paint: number
  readonly shift: number
  readonly blocking: number
  /** From each press to the next paint, in the order of the screen's presses. */
  readonly presses: readonly number[]
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
    const visitors = await visitorsWithACart(browser, shop.url)
    const pages = new Map<string, string>()
    for (const screen of SCREENS) pages.set(screen.path, await htmlOf(screen, browser, visitors, shop.url))
    const plain = await startWithoutScript(shop.url, pages)
    for (const screen of SCREENS) {
      const ours: Vitals[] = []
      const without: Vitals[] = []
      for (let round = 0; round < ROUNDS; round += 1) {
        const fresh = await browser.newContext(PHONE)
        without.push(await vitalsOf(fresh, plain.url + screen.path, [NOTHING]))
        const again = await browser.newContext({ ...PHONE, storageState: visitors[screen.isOf ?? 'guest'] })
        ours.push(await vitalsOf(again, shop.url + screen.path, screen.presses))
      }
      yield* rowsOf(screen, ours, without)
    }
    await browser.close()
    await plain.stop()
  },
}

/**
 * Somebody with something in the cart, before and after the sign-in. Before it, one round knows nothing of what another
 * has pressed: an account would keep its cart.
 */
async function visitorsWithACart(browser: Browser, url: string): Promise<Visitors> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${url}/products/1`)
  await page.getByRole('button', { name: 'Add to Cart' }).first().click()
  await page.waitForFunction(() => (localStorage.getItem('mr-printer-cart') ?? '').includes('productId'))
  const guest = await context.storageState()
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
  const customer = await context.storageState()
  await context.close()
  return { guest, customer }
}

/** The HTML of a screen: as it is served, or of a personal one as the browser has filled it. */
async function htmlOf({ path, isOf }: Screen, browser: Browser, visitors: Visitors, url: string): Promise<string> {
  if (isOf === undefined) return (await fetch(url + path)).text()
  const context = await browser.newContext({ ...PHONE, storageState: visitors[isOf] })
  const page = await context.newPage()
  await page.goto(url + path)
  await pause(SETTLED_MS)
  const html = await page.content()
  await context.close()
  return html
}

async function vitalsOf(context: BrowserContext, url: string, presses: readonly Press[]): Promise<Vitals> {
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', SLOW_4G)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: PROCESSOR_TIMES_SLOWER })
  await page.addInitScript({ path: 'bench/page-vitals.mjs' })
  await page.goto(url, { waitUntil: 'load' })
  await pause(SETTLED_MS)
  const loaded = await page.evaluate(() => ({ ...(window as unknown as Measuring).vitals }))
  const slowest = () => page.evaluate(() => (window as unknown as Measuring).takeSlowestPress())
  const answered: number[] = []
  for (const { press } of presses) {
    await slowest()
    await press(page)
    await pause(SETTLED_MS / 2)
    answered.push(await slowest())
  }
  await context.close()
  return { ...loaded, presses: answered }
}

function rowsOf({ name, presses }: Screen, ours: readonly Vitals[], without: readonly Vitals[]): Measurement[] {
  const paintOf = (rounds: readonly Vitals[]) => median(rounds.map(({ paint }) => paint))
  const pressOf = (rounds: readonly Vitals[], at: number) => median(rounds.map((round) => round.presses[at] ?? 0))
  const atMost = (what: string, value: number, most: number, unit: string) => ({
    what: `${name}: ${what}`,
    value,
    unit,
    target: `≤ ${most} ${unit}`.trim(),
    reached: value <= most,
  })
  const blocking = median(ours.map((round) => round.blocking))
  const shift = median(ours.map((round) => round.shift))
  return [
    {
      what: `${name}: largest paint`,
      value: paintOf(ours),
      unit: 'ms',
      yardstick: { what: 'without script', value: paintOf(without) },
      target: `ratio ≤ ${MAX_TIMES_PLAIN_PAINT}`,
      reached: paintOf(ours) / paintOf(without) <= MAX_TIMES_PLAIN_PAINT,
    },
    atMost('blocking time', blocking, MAX_BLOCKING_MS, 'ms'),
    { ...atMost('layout shift', shift, MAX_SHIFT, ''), target: '0.00' },
    ...presses.map(({ what }, at) => ({
      ...atMost(what, pressOf(ours, at), MAX_PRESS_MS, 'ms'),
      yardstick: { what: 'without script', value: pressOf(without, 0) },
    })),
  ]
}
