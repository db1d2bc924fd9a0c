import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { makeAnswer, type Answer } from '../answers/answer.ts'

/** Files of the client's build by their address: "/assets/index-1a2b3c.js". */
export type BuiltFiles = ReadonlyMap<string, Answer>

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}
const PACKED_ALREADY = new Set(['.jpg', '.png', '.webp', '.woff2', '.ico'])

/** Names below /assets carry a hash of their content. */
const IMMUTABLE = 'public, max-age=31536000, immutable'
const CHECKED_DAILY = 'public, max-age=86400'

/**
 * Reads a build's files into memory: they are a megabyte or two, every visitor asks for them, and a table of names
 * leaves no way out of the folder. The template and what begins with a dot are not for browsers.
 */
export async function loadFiles(folder: string): Promise<BuiltFiles> {
  const files = new Map<string, Answer>()
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const name = relative(folder, path).split(sep).join('/')
    if (name === 'index.html' || name.split('/').some((part) => part.startsWith('.'))) continue
    const kind = extname(name)
    files.set(
      `/${name}`,
      makeAnswer(await readFile(path), {
        compressible: !PACKED_ALREADY.has(kind),
        headers: {
          'content-type': TYPES[kind] ?? 'application/octet-stream',
          'cache-control': name.startsWith('assets/') ? IMMUTABLE : CHECKED_DAILY,
        },
      }),
    )
  }
  return files
}
