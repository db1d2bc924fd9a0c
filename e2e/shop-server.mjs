// The built shop on an empty data folder of its own, which goes when it ends. The mails that it writes to its log are
// kept in a file, for journeys that follow a mail's link.
import { spawn } from 'node:child_process'
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const dataDir = mkdtempSync(join(tmpdir(), 'superprinter-e2e-'))
const shop = spawn(process.execPath, ['dist/server/main.js'], {
  stdio: ['ignore', 'pipe', 'inherit'],
  env: {
    ...process.env,
    DATA_DIR: dataDir,
    MONGODB_URI: '',
    REDIS_URL: '',
    SMTP_URL: '',
    LOG_LEVEL: 'info',
    RATE_LIMIT_REQUESTS: '100000',
    GA_MEASUREMENT_ID: 'G-TEST123456',
    META_PIXEL_ID: '1234567890',
  },
})
const mails = join(tmpdir(), `superprinter-e2e-mails-${process.env.PORT}.jsonl`)
writeFileSync(mails, '')
createInterface({ input: shop.stdout }).on('line', (line) => {
  if (line.includes('"mailId"')) appendFileSync(mails, `${line}\n`)
})
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => shop.kill(/** @type {NodeJS.Signals} */ (signal)))
shop.on('exit', (code) => {
  rmSync(dataDir, { recursive: true, force: true })
  rmSync(mails, { force: true })
  process.exit(code ?? 0)
})
