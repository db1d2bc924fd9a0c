import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { SITE_NAME } from '#contracts/screens'

const root = fileURLToPath(new URL('..', import.meta.url))
const sources = ['web', 'bff/routes', 'bff/rendering', 'bff/presenters'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.'))
    .map((path) => join(folder, path)),
)

/** Names of files and drawings, addresses, and words that passwords are made of. */
const OTHERS = new RegExp(`${SITE_NAME}(?:-|\\.example)|\\|${SITE_NAME}\\|`, 'g')

it('the name as the logo writes it stands in one place, so that a shop of another name changes one word', () => {
  expect(sources.length).toBeGreaterThan(500)
  const written = sources.filter((path) => {
    const code = readFileSync(join(root, path), 'utf8')
      .replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '')
      .replaceAll(OTHERS, '')
    return code.includes(SITE_NAME)
  })
  expect(written).toEqual([])
})
