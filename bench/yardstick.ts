import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Addresses } from './addresses.ts'
import { visitor } from './load.ts'
import { startProcess, type RunningProcess } from './process.ts'

const SAMPLES = 64

/** Plain Fastify with these bodies, one after the other, whatever is asked. */
export async function startYardstick(bodies: readonly string[]): Promise<RunningProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'superprinter-bench-'))
  const bodyFile = join(folder, 'bodies.json')
  await writeFile(bodyFile, JSON.stringify(bodies))
  const plain = await startProcess('bench/plain-fastify.mjs', { BODY_FILE: bodyFile }, '/')
  await rm(folder, { recursive: true })
  return plain
}

/** Plain Fastify that sends what the shop answers to 64 of these addresses. */
export async function startYardstickFor(shop: RunningProcess, addresses: Addresses): Promise<RunningProcess> {
  const bodies: string[] = []
  const asking = visitor(shop.url)
  for (let sample = 0; sample < SAMPLES; sample += 1) bodies.push((await asking.ask(addresses())).body.toString())
  asking.leave()
  return startYardstick(bodies)
}
