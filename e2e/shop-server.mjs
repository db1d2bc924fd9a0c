// The built shop on an empty data folder of its own, which goes when it ends.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const dataDir = mkdtempSync(join(tmpdir(), 'superprinter-e2e-'))
const shop = spawn(process.execPath, ['dist/server/main.js'], {
  stdio: 'inherit',
  env: { ...process.env, DATA_DIR: dataDir, MONGODB_URI: '', REDIS_URL: '', LOG_LEVEL: 'warn', RATE_LIMIT_REQUESTS: '100000', GA_MEASUREMENT_ID: 'G-TEST123456', META_PIXEL_ID: '1234567890' },
})
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => shop.kill(signal))
shop.on('exit', (code) => {
  rmSync(dataDir, { recursive: true, force: true })
  process.exit(code ?? 0)
})
