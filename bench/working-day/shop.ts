import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { startProcess } from '../process.ts'

/** The gate's password of the demonstration. */
const PASSWORD = 'superprinter-demo'

/** The built shop with the demo catalog in a data folder of its own, which goes when it stops. */
export async function startShop(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'superprinter-working-day-'))
  const running = await startProcess(
    'dist/server/main.js',
    { DATA_DIR: dataDir, MONGODB_URI: '', REDIS_URL: '', SMTP_URL: 'log', RATE_LIMIT_REQUESTS: '1000000' },
    '/api/health/ready',
  )
  return {
    url: running.url,
    async stop() {
      await running.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Calls the shop. @throws Error for every answer that is no success */
export async function call<Answer>(
  url: string,
  {
    method = 'GET',
    body,
    headers,
  }: { method?: string; body?: object; headers?: Readonly<Record<string, string>> } = {},
): Promise<Answer> {
  const answer = await fetch(url, {
    method,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${url} answered ${answer.status}: ${text}`)
  return (text === '' ? null : JSON.parse(text)) as Answer
}

export type CallStaff = <Answer>(path: string, body?: object) => Promise<Answer>

/** Opens the back office as the owner; what is printed goes nowhere. */
export async function openBackOffice(
  browser: Browser,
  url: string,
): Promise<{ readonly page: Page; readonly callStaff: CallStaff }> {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.addInitScript(() => {
    window.print = () => {}
  })
  const opened = await page.request.post('/api/admin/session', { data: { password: PASSWORD } })
  if (!opened.ok()) throw new Error(`The gate answered ${opened.status()}`)
  await page.goto('/robots.txt')
  await page.evaluate(() => localStorage.setItem('mr-printer-admin-unlocked', String(Date.now())))
  await page.goto('/admin')
  await page.getByRole('tablist', { name: 'Admin sections' }).waitFor()
  const { token } = await call<{ token: string }>(`${url}/api/admin/session`, {
    method: 'POST',
    body: { password: PASSWORD },
  })
  return {
    page,
    callStaff: (path, body) =>
      call(url + path, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { authorization: `Bearer ${token}` },
        ...(body !== undefined && { body }),
      }),
  }
}
