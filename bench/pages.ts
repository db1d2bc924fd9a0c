import { chromium } from '@playwright/test'
import type { RunningProcess } from './process.ts'
import { median, type Measurement } from './report.ts'

const ROUNDS = 3
/** Lighthouse's phone: 150 ms round trip, 1.6 Mbit/s down, 750 kbit/s up, a processor four times slower. */
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
}

interface Vitals {
  readonly lcp: number
  readonly cls: number
  readonly blocking: number
}

/** Largest paint, layout shift and blocking time of the three pages on a slow phone, each in a fresh browser context. */
export async function benchPages(shop: RunningProcess): Promise<Measurement[]> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
  const measurements: Measurement[] = []
  for (const [what, path] of [
    ['home', '/'],
    ['listing', '/products'],
    ['product', '/products/1'],
  ] as const) {
    const rounds: Vitals[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const context = await browser.newContext({
        viewport: { width: 390, height: 844 },
        deviceScaleFactor: 2,
        isMobile: true,
        hasTouch: true,
      })
      const page = await context.newPage()
      const devtools = await context.newCDPSession(page)
      await devtools.send('Network.enable')
      await devtools.send('Network.emulateNetworkConditions', SLOW_4G)
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
      await page.addInitScript(() => {
        const vitals = { lcp: 0, cls: 0, blocking: 0 }
        Object.assign(window, { vitals })
        new PerformanceObserver((list) => (vitals.lcp = list.getEntries().at(-1)?.startTime ?? vitals.lcp)).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        })
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
            if (!entry.hadRecentInput) vitals.cls += entry.value
        }).observe({ type: 'layout-shift', buffered: true })
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) vitals.blocking += Math.max(0, entry.duration - 50)
        }).observe({ type: 'longtask', buffered: true })
      })
      await page.goto(shop.url + path, { waitUntil: 'load' })
      await page.waitForTimeout(2_500)
      rounds.push(await page.evaluate(() => (window as unknown as { vitals: Vitals }).vitals))
      await context.close()
    }
    const [lcp, cls, blocking] = [
      median(rounds.map((r) => r.lcp)),
      median(rounds.map((r) => r.cls)),
      median(rounds.map((r) => r.blocking)),
    ]
    measurements.push(
      {
        what: `${what} on a phone: largest paint`,
        value: lcp,
        unit: 'ms',
        target: '≤ 1,200 ms',
        reached: lcp <= 1_200,
      },
      { what: `${what} on a phone: layout shift`, value: cls, unit: '', target: '≤ 0.02', reached: cls <= 0.02 },
      {
        what: `${what} on a phone: blocking time`,
        value: blocking,
        unit: 'ms',
        target: '≤ 150 ms',
        reached: blocking <= 150,
      },
    )
  }
  await browser.close()
  return measurements
}
