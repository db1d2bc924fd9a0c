import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { load } from './load.ts'
import { startProcess, type RunningProcess } from './process.ts'
import { median, type Measurement } from './report.ts'

const ROUNDS = 3

/** List page and product detail beside plain Fastify with the same logging, in turn, in one run. */
export async function benchReads(shop: RunningProcess): Promise<Measurement[]> {
  const measurements: Measurement[] = []
  for (const [what, path] of [
    ['product list page of 24', '/api/products?limit=24'],
    ['product detail', '/api/products/1'],
  ] as const) {
    const folder = mkdtempSync(join(tmpdir(), 'superprinter-bench-'))
    const bodyFile = join(folder, 'body.json')
    writeFileSync(bodyFile, await (await fetch(shop.url + path)).text())
    const plain = await startProcess('bench/plain-fastify.mjs', { BODY_FILE: bodyFile }, '/')
    const ours: number[] = []
    const yardstick: number[] = []
    let failures = 0
    for (let round = 0; round < ROUNDS; round += 1) {
      yardstick.push((await load(plain.url, ['/'])).perSecond)
      const result = await load(shop.url, [path])
      ours.push(result.perSecond)
      failures += result.failures
    }
    await plain.stop()
    rmSync(folder, { recursive: true })
    const [value, reference] = [median(ours), median(yardstick)]
    measurements.push({
      what,
      value,
      unit: '/s',
      yardstick: reference,
      target: 'ratio ≥ 0.6',
      reached: value / reference >= 0.6 && failures === 0,
    })
  }
  return measurements
}
