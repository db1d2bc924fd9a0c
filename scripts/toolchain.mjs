// What the commands share: installing and building what is missing or stale. Plain Node, no dependency: it runs first.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
const STAMP = join(root, 'dist', '.stamp')
/** What a build is made of. */
export const SOURCES = [
  'src',
  'packages',
  'scripts/build.mjs',
  'scripts/build-server.mjs',
  'scripts/keep-compiled.mjs',
  'scripts/bill-of-materials.mjs',
  'scripts/catalog-code.mjs',
  'scripts/chunk-groups.ts',
  'scripts/draw-icons.mjs',
  'scripts/draw-pictures.ts',
  'scripts/former-build.mjs',
  'scripts/pack-files.mjs',
  'scripts/read-style.ts',
  'scripts/toolchain.mjs',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
]
const OLDEST_NODE = { major: 20, minor: 19 }

/** Ends the process with one sentence when Node is too old. */
export function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > OLDEST_NODE.major || (major === OLDEST_NODE.major && minor >= OLDEST_NODE.minor)) return
  console.error(
    `Superprinter needs Node ${OLDEST_NODE.major}.${OLDEST_NODE.minor} or newer; this is ${process.versions.node}.`,
  )
  process.exit(1)
}

/**
 * The path of a program that the dependencies bring along; npx would take half a second to find it.
 * @param {string} name
 */
export function toolPath(name) {
  return join(root, 'node_modules', '.bin', name)
}

/** npm lies beside Node, and the tools look for Node, also where a service's path names neither. */
const PATH = [process.env.PATH, dirname(process.execPath)].filter(Boolean).join(delimiter)

/**
 * Runs a command in the shop's folder and ends the process when it fails.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnSyncOptions} [options]
 */
export function run(command, args, options = {}) {
  const result = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...process.env, PATH },
    ...options,
  })
  if (result.error !== undefined) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (result.error)
    console.error(`${command} cannot be run (${code}): is it installed, and on the PATH of this process?`)
  }
  if (result.status !== 0) process.exit(result.status ?? 1)
}

/**
 * Installs the dependencies unless what is installed is what the lock file says: also with NODE_ENV=production those that
 * build the shop, which npm would leave out.
 */
export function ensureInstalled() {
  if (isInstalled()) return
  console.log('Installing dependencies (once; this takes a minute) …')
  run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'])
}

function isInstalled() {
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  const installed = listInstalled()
  return Object.entries(wanted).every(
    ([path, entry]) =>
      path === '' ||
      entry.optional ||
      entry.link ||
      !path.startsWith('node_modules') ||
      installed[path]?.version === entry.version,
  )
}

/** By path; none where npm was broken off before or while it wrote its list. */
function listInstalled() {
  try {
    return JSON.parse(readFileSync(join(root, 'node_modules', '.package-lock.json'), 'utf8')).packages
  } catch {
    return {}
  }
}

/** Builds both sides unless the last build was made of exactly these sources. */
export function ensureBuilt() {
  const stamp = sourceStamp()
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === stamp) return
  console.log('Building …')
  run(process.execPath, [join(root, 'scripts', 'build.mjs')])
}

/**
 * Says at its end that there is a build of the sources as they are now: what is changed meanwhile is built the next time.
 * @returns {() => void} to be called at the end
 */
export function beginBuild() {
  const stamp = sourceStamp()
  return () => {
    mkdirSync(dirname(STAMP), { recursive: true })
    writeFileSync(STAMP, stamp)
  }
}

function sourceStamp() {
  const hash = createHash('sha256')
  for (const file of SOURCES.flatMap((path) => filesOf(join(root, path))).sort()) {
    hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

/**
 * @param {string} path
 * @returns {string[]}
 */
function filesOf(path) {
  if (!existsSync(path)) return []
  let entries
  try {
    entries = readdirSync(path, { withFileTypes: true })
  } catch {
    return [path]
  }
  return entries
    .filter((entry) => entry.name !== 'dist' && entry.name !== 'node_modules')
    .flatMap((entry) => (entry.isDirectory() ? filesOf(join(path, entry.name)) : [join(path, entry.name)]))
    .filter((file) => !/\.test\.tsx?$/.test(file))
}

/**
 * The first of these programs that is on the PATH, as a full path; null when none is.
 * @param {...string} names
 */
export function findProgram(...names) {
  for (const name of names) {
    for (const folder of (process.env.PATH ?? '').split(delimiter)) {
      const file = join(folder, name)
      try {
        accessSync(file, constants.X_OK)
        return file
      } catch {
        continue
      }
    }
  }
  return null
}
