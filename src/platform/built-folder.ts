import { createHash, randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Where the build lies: beside the bundled server, and in dist/ at the top of the project when the sources run. */
export function builtFolder(): string {
  const bundled = fileURLToPath(new URL('..', import.meta.url))
  return existsSync(join(bundled, 'client')) ? bundled : fileURLToPath(new URL('../../dist', import.meta.url))
}

/** A name for this build of the server, the same at every start of it; a new one each time where the sources run. */
export function nameOfBuild(): string {
  if (import.meta.url.endsWith('.ts')) return randomUUID()
  // It names the other parts of the server by hashes of what they contain. A bundle of one file has another name.
  const main = fileURLToPath(new URL('main.js', import.meta.url))
  const file = existsSync(main) ? main : fileURLToPath(import.meta.url)
  return createHash('sha256').update(readFileSync(file)).digest('base64url')
}
