// Writes the packed forms of what the build made beside it, as small as they get: the server only sends them.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const PACKED = /\.(css|js|json|map|svg|txt|webmanifest)$/
/** Below this many bytes packing costs more than it saves. */
const WORTH_PACKING = 1024

/** @param {string} folder */
export function packFiles(folder) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (!entry.isFile() || !PACKED.test(entry.name) || path.includes('.vite')) continue
    const content = readFileSync(path)
    if (content.length < WORTH_PACKING) continue
    writeFileSync(
      `${path}.br`,
      brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
    )
    writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }))
  }
}
