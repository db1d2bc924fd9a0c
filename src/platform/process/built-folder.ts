import { basename, dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the bundle in dist/. */
const BUNDLED_IN = 'server'

/** Where the build lies: around the bundled server, and in dist/ at the top of the project when the sources run. */
export function builtFolder(): string {
  const here = dirname(fileURLToPath(import.meta.url))
  return basename(here) === BUNDLED_IN ? dirname(here) : fileURLToPath(new URL('../../../dist', import.meta.url))
}
