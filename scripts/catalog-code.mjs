// What an index of the catalog that a former build kept on the disk depends on, as hashes (docs/decisions/0013).
import { build } from 'esbuild'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { root } from './toolchain.mjs'

const CATALOG = 'src/modules/catalog'
const STORED = `${CATALOG}/persistence/product-mapping.ts`
/** What makes words, choices, measures and models of a product. */
const FACTS = [
  `${CATALOG}/search/weights.ts`,
  `${CATALOG}/search/facets-of.ts`,
  `${CATALOG}/search/measures-of.ts`,
  `${CATALOG}/domain/models.ts`,
]
/** They may rewrite stored products; what they use does not matter. */
const STEPS = `${CATALOG}/persistence/schema-steps.ts`

/**
 * Each part with the exports that make it, and the files at which it ends.
 * @type {Readonly<Record<'layout' | 'facts' | 'texts', { from: Readonly<Record<string, string>>, without?: readonly
 *   string[] }>>}
 */
const PARTS = {
  layout: {
    from: {
      [`${CATALOG}/search/memory/product-table.ts`]: '{ ProductTable }',
      [`${CATALOG}/search/memory/snapshot.ts`]: '{ SnapshotReader, SnapshotWriter }',
      [`${CATALOG}/search/disk/product-texts.ts`]: '{ ProductTexts }',
    },
    without: FACTS,
  },
  facts: { from: { ...Object.fromEntries(FACTS.map((file) => [file, '*'])), [STORED]: '{ toProduct }', [STEPS]: '*' } },
  texts: {
    from: { 'src/bff/presenters/product-encoder.ts': '{ productEncoder }', [STORED]: '{ toProduct }', [STEPS]: '*' },
  },
}

/**
 * Hashes of the code and the word lists that a saved index depends on: how it lies in memory, what it knows of a product,
 * and the product's public JSON. Each is bundled by itself, without comments and without what nobody calls, so that the
 * hash changes when what it does may have. Names stay as they are written: short ones are given by how often a letter
 * stands in a file, what nobody calls included.
 * @param {Readonly<Record<string, (text: string) => string>>} [edits] tests change sources with it, by their path
 * @returns {Promise<{ layout: string, facts: string, texts: string }>}
 */
export async function hashCatalogCode(edits = {}) {
  const [layout, facts, texts] = await Promise.all(
    [PARTS.layout, PARTS.facts, PARTS.texts].map((part) => hashPart(part, edits)),
  )
  return { layout: layout ?? '', facts: facts ?? '', texts: texts ?? '' }
}

/**
 * @param {(typeof PARTS)['layout' | 'facts' | 'texts']} part
 * @param {Readonly<Record<string, (text: string) => string>>} edits
 */
async function hashPart({ from, without = [] }, edits) {
  const contents = Object.entries(from).map(([file, names], i) =>
    names === '*' ? `export * as part${i} from './${file}'` : `export ${names} from './${file}'`,
  )
  const { outputFiles } = await build({
    absWorkingDir: root,
    stdin: { contents: contents.join('\n'), resolveDir: root },
    bundle: true,
    write: false,
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
    packages: 'external',
    platform: 'node',
    target: 'node20.19',
    format: 'esm',
    logLevel: 'warning',
    plugins: [withoutUnused(without), withEdits(edits)],
  })
  return createHash('sha256')
    .update(outputFiles[0]?.contents ?? '')
    .digest('base64url')
}

/**
 * A file of which nothing is used is left out, whatever it does when it is loaded.
 * @param {readonly string[]} without
 * @returns {import('esbuild').Plugin}
 */
function withoutUnused(without) {
  const ends = new Set(without.map((file) => join(root, file)))
  const steps = join(root, STEPS)
  return {
    name: 'without-unused',
    setup(bundler) {
      bundler.onResolve({ filter: /^[.#]/ }, async ({ path, pluginData, ...place }) => {
        if (pluginData === 'resolved') return null
        const found = await bundler.resolve(path, { ...place, pluginData: 'resolved' })
        const external = ends.has(found.path) || place.importer === steps
        return external ? { path, external, sideEffects: false } : { ...found, sideEffects: false }
      })
    },
  }
}

/**
 * @param {Readonly<Record<string, (text: string) => string>>} edits
 * @returns {import('esbuild').Plugin}
 */
function withEdits(edits) {
  return {
    name: 'with-edits',
    setup(bundler) {
      for (const [file, edit] of Object.entries(edits)) {
        const path = join(root, file)
        bundler.onLoad({ filter: new RegExp(`^${path.replaceAll(/\W/g, '\\$&')}$`) }, async () => ({
          contents: edit(await readFile(path, 'utf8')),
          loader: extname(path) === '.json' ? 'json' : 'ts',
        }))
      }
    },
  }
}
