import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** Server that every suite opens a database of its own on. */
    mongodbUri: string
  }
}

/**
 * One database server for all suites: the one named by TEST_MONGODB_URI, else the built-in one in a temporary folder.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_MONGODB_URI
  if (given !== undefined && given !== '') {
    project.provide('mongodbUri', given)
    return async () => {}
  }
  execFileSync(process.execPath, ['packages/embedded-mongo/build.mjs'], { stdio: 'inherit' })
  const { startEmbeddedMongo } = await import('@superprinter/embedded-mongo')
  const dataDir = await mkdtemp(join(tmpdir(), 'superprinter-test-'))
  const server = await startEmbeddedMongo({ dataDir, durability: 'process-crash-safe' })
  project.provide('mongodbUri', server.uri)
  return async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
