import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a folder that only its owner may enter, and those above it that are missing. Node's own `recursive` looks for
 * missing ones forever where the system makes none, as below /proc, and says "no such file" of a read-only disk.
 *
 * The built-in database has the same function (`packages/embedded-mongo/src/data-folder.ts`), because that package knows
 * nothing of the shop.
 * @throws what the file system throws
 */
export function makeFolder(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    // With a slash at its end only a folder exists.
    if (existsSync(`${path}/`)) return
    const above = dirname(path)
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || existsSync(above)) throw error
    makeFolder(above)
    makeFolder(path)
  }
}

/**
 * Makes a folder, unless it is there, in which this process can make files.
 * @throws what the file system throws
 */
export function makeWritableFolder(path: string): void {
  makeFolder(path)
  accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
}
