import { DataFolderError, startEmbeddedMongo } from '@superprinter/embedded-mongo'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { FIRST_NUMBERS } from './first-numbers.ts'
import { systemClock } from './platform/time/clock.ts'
import { ConfigProblems, loadDataConfig, type DataConfig } from './platform/config/config.ts'
import { assertDataFile } from './platform/data-file/read-data-file.ts'
import { DataRefused } from './platform/data-file/errors.ts'
import { exportData, type OnProgress } from './platform/data-file/export-data.ts'
import { importData } from './platform/data-file/import-data.ts'
import { connectDatabase, type Database } from './platform/database/database.ts'
import { diskProblem, isDatabaseUnavailable, isNotAllowed } from './platform/database/unavailable.ts'
import { folderRemedy } from './platform/process/folder-remedy.ts'
import { NOT_ALLOWED } from './platform/process/start-problem.ts'
import { createLogger } from './platform/log/logger.ts'
import { readSecret, SecretFileBroken, writeSecret } from './platform/config/secret.ts'
import { StartRefused } from './platform/errors/start-refused.ts'

const USAGE =
  'Say `npm run data -- export FILE` or `npm run data -- import FILE [--skip-order-numbers=1000] [--last-invoice=INV-100250]`; FILE may end in .gz.'
const PROGRESS_MS = 2000
const CONNECT_MS = 5000

const say = (sentence: string) => void process.stdout.write(`${sentence}\n`)

function progressLines(): OnProgress {
  let saidAt = performance.now()
  return ({ step, collection, done, of }) => {
    if (performance.now() - saidAt < PROGRESS_MS) return
    saidAt = performance.now()
    say(`${step}: ${done.toLocaleString('en-US')} of ${of.toLocaleString('en-US')} documents (${collection})`)
  }
}

/** Connects to the database of the settings, and starts the built-in one where no shop runs on it. */
async function withDatabase(
  config: DataConfig,
  command: 'export' | 'import',
  work: (database: Database) => Promise<void>,
): Promise<void> {
  const folder = join(config.DATA_DIR, 'database')
  if (command === 'export' && config.MONGODB_URI === null && !existsSync(folder))
    throw new DataRefused(`There is no database in DATA_DIR (${config.DATA_DIR}); set DATA_DIR or MONGODB_URI.`)
  const embedded = config.MONGODB_URI === null ? await startEmbeddedMongo({ dataDir: folder }) : null
  try {
    if (embedded?.owner === false && command === 'import')
      throw new DataRefused(`A shop runs on ${config.DATA_DIR}: stop it first.`)
    const uri = config.MONGODB_URI ?? embedded?.uri ?? ''
    const database = await connectDatabase(uri, createLogger('silent'), {
      waitMs: CONNECT_MS,
      isBuiltIn: embedded !== null,
    })
    try {
      await work(database)
    } finally {
      await database.close()
    }
  } finally {
    await embedded?.stop()
  }
}

function total(collections: Readonly<Record<string, { readonly documents: number }>>): string {
  const sum = Object.values(collections).reduce((all, { documents }) => all + documents, 0)
  return `${sum.toLocaleString('en-US')} documents of ${Object.keys(collections).length} collections`
}

/** @throws DataRefused when it lies there and cannot be read */
function storedSecret(dataDir: string): string | null {
  try {
    return readSecret(dataDir)
  } catch (error) {
    if (error instanceof SecretFileBroken) throw new DataRefused(`${error.message}.`)
    throw new DataRefused(`The secret in DATA_DIR (${dataDir}) cannot be read: ${folderRemedy(error)}.`)
  }
}

async function runExport(config: DataConfig, file: string, signal: AbortSignal): Promise<void> {
  const secret = config.JWT_SECRET ?? (config.MONGODB_URI === null ? storedSecret(config.DATA_DIR) : null)
  await withDatabase(config, 'export', async (database) => {
    const now = systemClock.now()
    const exported = await exportData({ database, file, secret, now, onProgress: progressLines(), signal })
    say(`Exported ${total(exported.collections)} to ${file}.`)
    say('The file holds personal data, password hashes and the secret of sessions: keep it as you keep the database.')
    if (!exported.isConsistent)
      say('This server cannot read from one moment: the file is right only if the shop was stopped meanwhile.')
    if (secret === null)
      say(
        'JWT_SECRET is not set here and not in the file: start the shop with the same one, or customers must sign in again.',
      )
  })
}

async function runImport(config: DataConfig, request: Request, signal: AbortSignal): Promise<void> {
  const { file, skippedOrderNumbers: skipped, lastInvoice } = request
  // A name that is mistyped begins no database.
  await assertDataFile(file)
  await withDatabase(config, 'import', async (database) => {
    await importData({
      database,
      file,
      now: systemClock.now(),
      onProgress: progressLines(),
      raise: { orders: skipped, returns: skipped, products: skipped },
      // Those of invoices have no gaps: which was given out last, the owner has to say.
      last: lastInvoice === null ? {} : { invoices: lastInvoice },
      firstNumbers: FIRST_NUMBERS,
      finish({ header, collections }) {
        say(`Imported ${total(collections)} from ${file}, and compared them with it.`)
        forgetIndex(join(config.DATA_DIR, 'catalog-index'))
        if (lastInvoice !== null) say(`The next invoice is INV-${lastInvoice + 1}.`)
        say(keepSecret(config, header.jwtSecret ?? null))
      },
      signal,
    })
  })
}

/** It describes another database, and the shop fills it again at its next start. */
function forgetIndex(index: string): void {
  try {
    if (existsSync(index)) rmSync(index, { recursive: true })
  } catch (error) {
    say(`${index} cannot be deleted (${folderRemedy(error)}): do it before the shop starts.`)
  }
}

/** Puts the secret where the next start finds it, so that customers stay signed in. Returns what to tell. */
function keepSecret(config: DataConfig, secret: string | null): string {
  if (secret === null)
    return 'The file has no JWT_SECRET: start the shop with the same one, or customers must sign in again.'
  if (config.JWT_SECRET === secret) return 'Customers stay signed in.'
  const isFound = config.MONGODB_URI === null && config.JWT_SECRET === null
  let path
  try {
    path = writeSecret(config.DATA_DIR, isFound ? 'jwt-secret' : 'jwt-secret-imported', secret)
  } catch (error) {
    // The data is there and compared, so that the import has not failed.
    return `The file's JWT_SECRET cannot be kept in DATA_DIR (${folderRemedy(error)}): start the shop with the same one, or customers must sign in again.`
  }
  return isFound
    ? 'Customers stay signed in.'
    : `Start the shop with JWT_SECRET_FILE=${path}, or customers must sign in again.`
}

interface Request {
  readonly command: 'export' | 'import'
  readonly file: string
  /** For a restored backup: numbers of orders, returns and products that were given out after it. */
  readonly skippedOrderNumbers: number
  /** The last invoice that was given out after the backup; null when none was. */
  readonly lastInvoice: number | null
}

const OPTIONS = {
  skipped: /^--skip-order-numbers=(\d{1,6})$/,
  lastInvoice: /^--last-invoice=(?:INV-)?(\d{1,9})$/,
} as const

/** @throws DataRefused that says how the command is written */
function readArguments(args: readonly string[]): Request {
  const [command, file, ...options] = args
  const isNamed = file !== undefined && file !== '' && !file.startsWith('-')
  if ((command !== 'export' && command !== 'import') || !isNamed) throw new DataRefused(USAGE)
  const valueOf = (pattern: RegExp): number | null => {
    const [given, again] = options.filter((option) => pattern.test(option))
    if (again !== undefined) throw new DataRefused(USAGE)
    return given === undefined ? null : Number(pattern.exec(given)?.[1])
  }
  const [skipped, lastInvoice] = [valueOf(OPTIONS.skipped), valueOf(OPTIONS.lastInvoice)]
  const known = [skipped, lastInvoice].filter((value) => value !== null).length
  if (options.length > (command === 'import' ? known : 0)) throw new DataRefused(USAGE)
  return { command, file, skippedOrderNumbers: skipped ?? 0, lastInvoice }
}

async function main(): Promise<void> {
  const asked = readArguments(process.argv.slice(2))
  const { command, file } = asked
  const config = loadDataConfig(process.env)
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => stopping.abort(new DataRefused(`The ${command} was broken off.`)))
  if (command === 'export') await runExport(config, file, stopping.signal)
  else await runImport(config, asked, stopping.signal)
}

function sentenceOf(error: unknown): string {
  if (error instanceof DataRefused || error instanceof StartRefused || error instanceof ConfigProblems)
    return error.message
  if (error instanceof DataFolderError) return error.message
  if (error instanceof Error && error.name === 'AbortError') return 'It was broken off.'
  const fullDisk = diskProblem(error)
  if (fullDisk !== null) return fullDisk
  if (isNotAllowed(error)) return NOT_ALLOWED
  if (isDatabaseUnavailable(error))
    return 'The database does not answer: check MONGODB_URI and that it runs, or DATA_DIR and that its disk has room.'
  return error instanceof Error ? error.message : String(error)
}

main().catch((error: unknown) => {
  process.stderr.write(`${sentenceOf(error)}\n`)
  process.exitCode = 1
})
