import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Where the build lies: beside the bundled server, and in dist/ at the top of the project when the sources run. */
export function builtFolder(): string {
  const bundled = fileURLToPath(new URL('..', import.meta.url))
  return existsSync(join(bundled, 'client')) ? bundled : fileURLToPath(new URL('../../dist', import.meta.url))
}
