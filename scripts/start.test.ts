import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { eventually } from '../src/testing/eventually.ts'
import { freePort } from '../src/testing/free-port.ts'
import { patient } from '../src/testing/patience.ts'
import { shopEnvironment } from '../src/testing/shop-environment.ts'

it(
  'ends the shop when npm was told to end, which ends only the shell between them',
  { timeout: patient(60_000) },
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'superprinter-start-'))
    const port = await freePort()
    const env = shopEnvironment(dataDir, port, { LOG_LEVEL: 'silent', npm_lifecycle_event: 'start' })
    // A second command keeps the shell from becoming the first.
    const shell = spawn('sh', ['-c', 'node scripts/start.mjs; true'], { env, stdio: 'ignore' })
    const answers = () =>
      fetch(`http://127.0.0.1:${port}/api/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      )
    await eventually(async () => expect(await answers()).toBe(true), { withinMs: 40_000, everyMs: 100 })
    shell.kill('SIGKILL')
    await eventually(async () => expect(await answers()).toBe(false), { withinMs: 15_000, everyMs: 100 })
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20 })
  },
)
