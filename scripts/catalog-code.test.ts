import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hashCatalogCode } from './catalog-code.mjs'
import { root } from './toolchain.mjs'

const CATALOG = 'src/modules/catalog'
const now = await hashCatalogCode()

/** Which parts of a saved index are another one after a source was edited. */
async function partsChangedBy(file: string, edit: (text: string) => string): Promise<readonly string[]> {
  const text = readFileSync(join(root, file), 'utf8')
  expect(edit(text)).not.toBe(text)
  const then = await hashCatalogCode({ [file]: edit })
  return (['layout', 'facts', 'texts'] as const).filter((part) => then[part] !== now[part])
}

const renamed = (from: string, to: string) => (text: string) => text.replaceAll(from, to)

test.each([
  ['a comment', `${CATALOG}/search/weights.ts`, (text: string) => `// Words.\n${text}`],
  ['how a list is ranked', `${CATALOG}/search/memory/ranking.ts`, renamed('return', 'debugger; return')],
  [
    'code that nobody calls',
    'src/bff/presenters/product.ts',
    (text: string) => `${text}\nexport function unused() { return { ${'qxz'.repeat(500)}: 1 } }\n`,
  ],
  ['the presentation of a review', 'src/bff/presenters/product.ts', renamed('customerName:', 'name:')],
  [
    'what the repository writes',
    `${CATALOG}/persistence/product.repository.ts`,
    renamed('MAX_BY_NAME = 100', 'MAX_BY_NAME = 99'),
  ],
])('a saved index survives a build that changed %s', async (_, file, edit) => {
  expect(await partsChangedBy(file, edit)).toEqual([])
})

test.each([
  ['a word list', `${CATALOG}/search/synonyms.json`, renamed('"color"', '"colors"'), ['facts']],
  ['the words of choices', `${CATALOG}/search/facet-words.json`, (text: string) => text.replace('"', '"x'), ['facts']],
  ['the weight of a word', `${CATALOG}/search/weights.ts`, renamed('sku: 8', 'sku: 6'), ['facts']],
  ['what is stored', `${CATALOG}/persistence/schema-steps.ts`, renamed('-fill-', '-fill-in-'), ['facts', 'texts']],
  [
    'how a stored product is read',
    `${CATALOG}/persistence/product-mapping.ts`,
    renamed('document.sku ?? null', 'document.sku ?? ""'),
    ['facts', 'texts'],
  ],
  ['the public JSON', 'src/bff/presenters/product.ts', renamed('slug: product.slug', 'path: product.slug'), ['texts']],
  ['how many are few', 'src/bff/contracts/limits.ts', renamed('FEW_LEFT = 5', 'FEW_LEFT = 6'), ['texts']],
  [
    'how the index lies in memory',
    `${CATALOG}/search/memory/product-columns.ts`,
    renamed('uint32', 'int32'),
    ['layout'],
  ],
  [
    'how texts are found again',
    `${CATALOG}/search/product-text.ts`,
    renamed('readUIntBE(0, 6)', 'readUIntBE(1, 6)'),
    ['layout'],
  ],
])('a saved index is known to be another one after %s', async (_, file, edit, parts) => {
  expect(await partsChangedBy(file, edit)).toEqual(parts)
})
