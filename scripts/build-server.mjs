// Builds the server: one file of CommonJS with its libraries inside, beside which what V8 makes of it is kept.
import { build } from 'esbuild'
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { hashCatalogCode } from './catalog-code.mjs'
import { root } from './toolchain.mjs'

/** Libraries with parts that are no script, and those that most shops never load: they are required when they are needed. */
const OUTSIDE = [
  '@superprinter/embedded-mongo',
  '@node-rs/argon2',
  '@simplewebauthn/server',
  'bullmq',
  'ioredis',
  'nodemailer',
  'sharp',
  'vite',
  // The driver of MongoDB asks for them and does without.
  '@aws-sdk/credential-providers',
  '@mongodb-js/zstd',
  'gcp-metadata',
  'kerberos',
  'mongodb-client-encryption',
  'snappy',
  'socks',
]
/** What the server and the file that starts it share. */
const OWN_FILES = { 'compiled-code': 'src/platform/process/compiled-code.ts' }
const OWN_ADDRESS = "const ownAddress=require('node:url').pathToFileURL(__filename);"
/** What `loadCompiled` loads is one function: to put a text of six megabytes into one would take each start some 20 ms. */
const AS_FUNCTION = {
  banner: { js: `(function (exports, require, module, __filename, __dirname) {${OWN_ADDRESS}` },
  footer: { js: '})' },
}

/** @satisfies {import('esbuild').BuildOptions} */
const common = /** @type {const} */ ({
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  format: 'cjs',
  // V8 keeps the text of all code, and a single letter beyond these makes it take twice the memory (`asAscii`).
  charset: 'ascii',
  minifyWhitespace: true,
  minifySyntax: true,
  legalComments: 'none',
  logLevel: 'warning',
  define: { 'import.meta.url': 'ownAddress' },
  banner: { js: OWN_ADDRESS },
  // Code that was kept cannot say import().
  supported: { 'dynamic-import': false },
})

/**
 * Writes `server` and the server's part of the pages into `dist`, and starts the shop once to keep what V8 makes of them.
 * @param {string} dist
 */
export async function buildServer(dist) {
  const outdir = join(dist, 'server')
  await build({
    ...common,
    ...AS_FUNCTION,
    entryPoints: { shop: 'src/main.ts' },
    outdir,
    external: OUTSIDE,
    define: { ...common.define, CATALOG_CODE: JSON.stringify(await hashCatalogCode()) },
    sourcemap: true,
    sourcesContent: false,
    plugins: [ownFiles, lateLibraries(outdir), oneLanguage, quietDeprecations, libraries(outdir), ownSources],
  })
  await build({ ...common, entryPoints: OWN_FILES, outdir, sourcemap: true, sourcesContent: false })
  await build({ ...common, entryPoints: { data: 'src/data.ts' }, outdir, packages: 'external', sourcemap: true })
  // The file of a process of its own, which is started by its place beside the server's.
  await build({
    ...common,
    entryPoints: ['src/modules/admin/imports/reading/workbook-process.mjs'],
    outfile: join(outdir, 'workbook-process.mjs'),
    packages: 'external',
    format: 'esm',
    define: {},
    banner: {},
  })
  const renderer = join(dist, 'ssr', 'entry-server.js')
  await build({ ...common, ...AS_FUNCTION, entryPoints: [renderer], outfile: renderer.replace(/js$/, 'cjs') })
  rmSync(renderer)
  writeFileSync(join(outdir, 'package.json'), '{"type":"commonjs"}\n')
  writeFileSync(join(outdir, 'main.js'), "require('./compiled-code.js').loadCompiled(require.resolve('./shop.js'))\n")
  const kept = spawnSync(process.execPath, [join(root, 'scripts', 'keep-compiled.mjs')], { stdio: 'inherit' })
  if (kept.status !== 0)
    console.warn('The shop was built, but its compiled code could not be kept: its starts take longer.')
}

/** @type {import('esbuild').Plugin} */
const ownFiles = {
  name: 'own-files',
  setup(bundler) {
    const names = Object.keys(OWN_FILES).join('|')
    bundler.onResolve({ filter: new RegExp(`/(${names})(\\.ts)?$`) }, ({ path, kind }) =>
      kind === 'entry-point'
        ? null
        : { path: `./${path.replace(/^.*\//, '').replace(/\.ts$/, '')}.js`, external: true },
    )
  },
}

/**
 * Stands for the map of a library's file, and names only the file: maps to the letter are larger than the server.
 * @param {string} path
 */
const smallMap = (path) =>
  Buffer.from(JSON.stringify({ version: 3, sources: [basename(path)], mappings: 'AAAA' })).toString('base64')

/**
 * Writes other letters as escapes, which mean the same in texts and in patterns. The bundler does so in texts alone. A
 * file with one behind a backslash stays as it is, because there it would mean something else.
 * @param {string} code
 */
const asAscii = (code) =>
  /\\[^\0-\x7F]/.test(code)
    ? code
    : code.replaceAll(/[^\0-\x7F]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** @type {import('esbuild').Plugin} */
const ownSources = {
  name: 'own-sources',
  setup(bundler) {
    bundler.onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, ({ path }) => ({
      contents: asAscii(readFileSync(path, 'utf8')),
      loader: 'ts',
    }))
  },
}

/**
 * What others load with themselves and seldom use: to prepare a password for SCRAM, for host names in other letters, to
 * write the API's document as YAML, for connections that are encrypted, to read price lists in old alphabets, to name the
 * types of files. It stays in
 * its own files, whose text no start reads, and is loaded from there when it is first used.
 */
const LATE = [
  '@mongodb-js/saslprep',
  'chardet',
  'iconv-lite',
  'mime',
  'papaparse',
  'tr46',
  'yaml',
  'http2',
  'https',
  'tls',
]
/**
 * Of these a function is taken at once, or they are one, which loads them when it is first called: to look for files by
 * patterns, and to say why a file cannot be sent.
 */
const LATE_FUNCTIONS = { glob: '.glob', 'http-errors': '' }
/** What others ask for where they use it: to check by JSON Schema, to write by it, and to answer without a connection. */
const ASKED_FOR_LATE = ['@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler', 'light-my-request']

/**
 * @param {string} outdir
 * @returns {import('esbuild').Plugin}
 */
export const lateLibraries = (outdir) => ({
  name: 'late-libraries',
  setup(bundler) {
    const names = [...LATE, ...Object.keys(LATE_FUNCTIONS)].join('|')
    bundler.onResolve(
      { filter: new RegExp(`^(?:node:)?(?:${names})$`) },
      ({ path, namespace, pluginData, resolveDir }) => {
        if (pluginData === 'now') return null
        // What stands for a part of Node asks for that by the same name.
        return namespace === 'late' ? { path, external: true } : { path, namespace: 'late', pluginData: resolveDir }
      },
    )
    bundler.onLoad({ filter: /.*/, namespace: 'late' }, async ({ path, pluginData: resolveDir }) => {
      const found = await bundler.resolve(path, { resolveDir, kind: 'require-call', pluginData: 'now' })
      const load = `require(${JSON.stringify(found.external ? found.path : besideOutput(outdir, found.path))})`
      const name = LATE_FUNCTIONS[/** @type {keyof typeof LATE_FUNCTIONS} */ (path)]
      const contents =
        name === undefined
          ? // As a prototype, which an ES module that imports names of it inherits.
            `module.exports = Object.create(new Proxy({}, { get: (_, name) => ${load}[name] }))`
          : `module.exports${name} = (...given) => ${load}${name}(...given)`
      return { contents, resolveDir }
    })
    const asked = new RegExp(`^(?:${ASKED_FOR_LATE.join('|')})$`)
    bundler.onResolve({ filter: asked }, async ({ path, kind, pluginData, resolveDir }) => {
      if (pluginData === 'now') return null
      const found = await bundler.resolve(path, { resolveDir, kind, pluginData: 'now' })
      return { path: besideOutput(outdir, found.path), external: true }
    })
    // What was named by its place beside the built file stays there.
    bundler.onResolve({ filter: /^\.{1,2}\/.*node_modules\// }, ({ path, namespace }) =>
      namespace === 'late' ? { path, external: true } : null,
    )
  },
})

/**
 * The name by which a built file asks for a file of a library.
 * @param {string} outdir
 * @param {string} path
 */
const besideOutput = (outdir, path) => relative(outdir, path).replaceAll('\\', '/')

/**
 * The library that checks contracts brings its messages in some sixty languages, 300 kB that each start would read. The
 * shop speaks one.
 * @type {import('esbuild').Plugin}
 */
export const oneLanguage = {
  name: 'one-language',
  setup(bundler) {
    bundler.onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: "export { default as en } from './en.js'",
    }))
  },
}

/**
 * `depd` warns of outdated calls and for that asks where it was loaded, for which V8 counts the lines of all code (7 ms
 * of each start). Its own version for browsers does not, and does not warn.
 * @type {import('esbuild').Plugin}
 */
const quietDeprecations = {
  name: 'quiet-deprecations',
  setup(bundler) {
    bundler.onResolve({ filter: /^depd$/ }, ({ kind, resolveDir }) =>
      bundler.resolve('depd/lib/browser/index.js', { kind, resolveDir }),
    )
  },
}

/**
 * The router makes a function of text for every short piece of an address, 30 ms of each start, and compares long ones
 * as they are. Built, it takes pieces of two letters for long; it has no option for that.
 */
const ROUTER = {
  file: /find-my-way[\\/]lib[\\/]node\.js$/,
  longFrom: /(?<=\nconst LONG_PREFIX_MIN_LENGTH = )\d+/g,
}

/**
 * @param {string} path
 * @param {string} text of a library's file
 * @returns {string} what is built of it
 */
export function withoutMadeFunctions(path, text) {
  if (!ROUTER.file.test(path)) return text
  if (text.match(ROUTER.longFrom)?.length !== 1) throw new Error(`The router has changed: ${path}`)
  return text.replace(ROUTER.longFrom, '2')
}

/**
 * Libraries find the files that lie beside them, and have small maps.
 * @param {string} outdir
 * @returns {import('esbuild').Plugin}
 */
const libraries = (outdir) => ({
  name: 'libraries',
  setup(bundler) {
    bundler.onLoad({ filter: /[\\/]node_modules[\\/].*\.[cm]?js$/ }, ({ path }) => {
      const folder = JSON.stringify(relative(outdir, dirname(path)))
      const text = asAscii(withoutMadeFunctions(path, readFileSync(path, 'utf8'))).replaceAll(
        /\b__dirname\b/g,
        `require('node:path').join(__dirname, ${folder})`,
      )
      return { contents: `${text}\n//# sourceMappingURL=data:application/json;base64,${smallMap(path)}`, loader: 'js' }
    })
  },
})
