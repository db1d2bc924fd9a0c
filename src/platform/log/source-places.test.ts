import { buildSync } from 'esbuild'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { namePlacesIn } from './source-places.ts'

const SOURCE = `interface Unused { readonly a: string }

export function fail(what: string): never {
  throw new Error(what)
}
`
let root: string
let folder: URL
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'places (of+sources) '))
  writeFileSync(join(root, 'fail.ts'), SOURCE)
  buildSync({ entryPoints: [join(root, 'fail.ts')], outdir: join(root, 'built'), format: 'esm', sourcemap: true })
  folder = new URL('built/', pathToFileURL(`${root}/`))
})
afterAll(() => rmSync(root, { recursive: true }))

describe('the places of a stack', () => {
  it('are named by the sources of the built files', () => {
    // As Node writes the place of `new Error` in the built file, which has no interface and two spaces before "throw".
    const stack = `Error: no\n    at fail (${new URL('fail.js', folder).href}:2:9)\n    at node:internal/modules:1:2`
    expect(namePlacesIn(folder)(stack)).toBe(
      `Error: no\n    at fail (${new URL('../fail.ts', folder).href}:4:9)\n    at node:internal/modules:1:2`,
    )
  })

  it('are named where the file stands as a path, as CommonJS has it', () => {
    const stack = `Error: no\n    at fail (${fileURLToPath(new URL('fail.js', folder))}:2:9)`
    expect(namePlacesIn(folder)(stack)).toBe(`Error: no\n    at fail (${new URL('../fail.ts', folder).href}:4:9)`)
  })

  it('stay as they are without a map, with a damaged one, outside of the folder, and behind the end of a file', () => {
    writeFileSync(new URL('damaged.js.map', folder), '{')
    const places = ['other.js:1:1', 'damaged.js:1:1', '../fail.js:1:1', 'fail.js:999999999:9', 'fail.ts:2:9']
    const stack = places.map((place) => `    at ${new URL(place, folder).href}\n`).join('')
    expect(namePlacesIn(folder)(stack)).toBe(stack)
  })
})
