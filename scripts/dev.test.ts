import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { eventually } from '../src/testing/eventually.ts'
import { freePort } from '../src/testing/free-port.ts'
import { patient } from '../src/testing/patience.ts'
import { shopEnvironment } from '../src/testing/shop-environment.ts'

it(
  'npm run dev renders pages from the sources and gives browsers the client of Vite',
  { timeout: patient(60_000) },
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'superprinter-dev-'))
    const port = await freePort()
    const env = shopEnvironment(dataDir, port, { LOG_LEVEL: 'silent' })
    const dev = spawn(process.execPath, ['scripts/dev.mjs'], { env, stdio: 'ignore' })
    onTestFinished(() => void dev.kill('SIGTERM'))
    const read = async (path: string) => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { accept: 'text/html' } })
      return { policy: answer.headers.get('content-security-policy'), text: await answer.text() }
    }
    // Until its first page is rendered the shop may say that it is busy.
    const rendered = async () => {
      const page = await read('/about')
      expect(page.text).toContain('About Us</')
      return page
    }
    const page = await eventually(rendered, { withinMs: 40_000, everyMs: 100 })
    expect(page.text).toContain('src="/@vite/client"')
    expect(page.policy).toContain("script-src 'self' 'unsafe-inline'")
    expect((await read('/src/web/start.tsx')).text).toContain('hydrateRoot')
    dev.kill('SIGTERM')
    await once(dev, 'exit')
    await expect(read('/about')).rejects.toThrow('fetch failed')
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20 })
  },
)
