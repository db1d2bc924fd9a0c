import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** The server on which every suite creates its own database. */
    mongodbUri: string
  }
}

/**
 * Prepares what all suites share: the product pictures, if no build has drawn them, and one database server. The server
 * is the one named by TEST_MONGODB_URI, or the built-in one in a temporary folder.
 * @returns stops the server
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (!existsSync('dist/pictures')) drawPictures()
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

function drawPictures(): void {
  execFileSync(process.execPath, ['--import', 'tsx', 'scripts/draw-pictures.ts'], { stdio: 'inherit' })
}
