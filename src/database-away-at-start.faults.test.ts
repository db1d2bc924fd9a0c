import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabaseProxy, type DatabaseProxy } from './testing/database-proxy.ts'
import { eventually } from './testing/eventually.ts'
import { freePort } from './testing/free-port.ts'
import { bundleProgram, type BundledProgram } from './testing/killable-process.ts'
import { patient } from './testing/patience.ts'
import { freshDatabaseUri } from './testing/test-database.ts'

const SENTENCE = 'The shop cannot reach its database right now. Please try again in a moment.'

describe('a shop that is started while its database is away', { timeout: patient(120_000) }, () => {
  let program: BundledProgram
  let folder: string
  let proxy: DatabaseProxy
  let port: number
  let child: ChildProcessByStdio<null, Readable, Readable>
  let said = ''
  let shown = ''

  const ask = (path: string, headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers })

  beforeAll(async () => {
    program = await bundleProgram('src/main.ts')
    folder = await mkdtemp(join(tmpdir(), 'superprinter-away-'))
    proxy = await openDatabaseProxy(freshDatabaseUri())
    proxy.interrupt()
    port = await freePort()
    const env = {
      ...process.env,
      DATA_DIR: folder,
      PORT: String(port),
      MONGODB_URI: proxy.uri,
      REDIS_URL: '',
      NODE_ENV: '',
      SMTP_URL: 'log',
      JWT_SECRET: '9ae1b7c05d3f4e6288aa10c4f7d2b3965f0e',
      ADMIN_PASSWORD: 'Quiet-Harbour-42',
      SEED_DEMO: 'true',
      LOG_LEVEL: 'info',
    }
    child = spawn(process.execPath, [program.file], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    child.stderr.on('data', (chunk) => (said += String(chunk)))
    child.stdout.on('data', (chunk) => (shown += String(chunk)))
  }, patient(60_000))
  afterAll(async () => {
    if (child.exitCode === null && child.kill('SIGKILL')) await once(child, 'close')
    proxy.interrupt()
    await program.remove()
    await rm(folder, { recursive: true, force: true })
  })

  it('lives and is not ready, says so to its owner once, and to everybody in the shop’s words', async () => {
    await eventually(async () => expect((await ask('/api/health/live')).status).toBe(200), {
      withinMs: patient(30_000),
      everyMs: 250,
    })
    const ready = await ask('/api/health/ready')
    expect([ready.status, await ready.json()]).toEqual([
      503,
      { status: 'unavailable', database: 'down', redis: 'none' },
    ])
    for (const path of ['/api/products', '/api/nope', '/assets/entry.js']) {
      const answer = await ask(path)
      expect([path, answer.status, answer.headers.get('retry-after')]).toEqual([path, 503, '5'])
      expect(await answer.json()).toMatchObject({ code: 'UNAVAILABLE', message: SENTENCE })
    }
    const page = await ask('/products', { accept: 'text/html' })
    expect([page.status, page.headers.get('retry-after')]).toEqual([503, '5'])
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'")
    const html = await page.text()
    expect(html).toContain(SENTENCE)
    expect(html).toContain('<meta http-equiv="refresh" content="5">')
    expect(said).toBe(
      'The database does not answer: check MONGODB_URI, that the server runs, and that this machine may connect to it. The shop waits for it.\n',
    )
  })

  it('opens by itself when the database is there', async () => {
    await proxy.restore()
    await eventually(async () => expect((await ask('/api/health/ready')).status).toBe(200), {
      withinMs: patient(60_000),
      everyMs: 250,
    })
    expect((await ask('/api/products')).status).toBe(200)
    expect(shown).toContain('is open at')
    child.kill('SIGTERM')
    expect((await once(child, 'close'))[0]).toBe(0)
  })
})
