// Starts the built shop once on an empty folder, asks for what a first visitor asks for, and keeps what V8 made of the
// code.
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { root } from './toolchain.mjs'

const PAGES = [
  '/',
  '/products',
  '/products/1',
  '/api/products/1',
  '/api/products?limit=24',
  '/api/products?search=laser',
]
/** Refused without a session, but by the code that answers staff, which is loaded for it. */
const STAFF_CALL = '/api/admin/me'
const LONGEST_MS = 120_000

const folder = mkdtempSync(join(tmpdir(), 'superprinter-build-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
const port = await freePort()
// Whatever the owner has set is for the shop, and not for its build.
for (const name of Object.keys(process.env)) if (/^[A-Z_]+$/.test(name) && name !== 'PATH') delete process.env[name]
Object.assign(process.env, { DATA_DIR: folder, HOST: '127.0.0.1', PORT: String(port), LOG_LEVEL: 'silent' })
process.stdout.write = () => true

const deadline = performance.now() + LONGEST_MS
const require = createRequire(import.meta.url)
const server = join(root, 'dist', 'server')
require(join(server, 'main.js'))
// On a busy machine it may be late and send people away, so that each is asked until it is there.
for (const page of ['/api/health/ready', ...PAGES]) await untilAnswered(page, 200)
await untilAnswered(STAFF_CALL, 401)
require(join(server, 'compiled-code.js')).keepCompiled()
process.kill(process.pid, 'SIGTERM')

/**
 * @param {string} path
 * @param {number} status
 */
async function untilAnswered(path, status) {
  while (!(await answers(path, status))) {
    if (performance.now() > deadline) throw new Error(`The built shop did not answer ${path}`)
    await wait(50)
  }
}

/**
 * @param {string} path
 * @param {number} status
 */
async function answers(path, status) {
  return fetch(`http://127.0.0.1:${port}${path}`).then(
    async (answer) => answer.status === status && (await answer.arrayBuffer()).byteLength > 0,
    () => false,
  )
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(address !== null && typeof address === 'object' ? address.port : 0))
    })
  })
}
