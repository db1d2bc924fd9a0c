import type { WaitingRoom } from './bff/waiting-room.ts'
import { DataFolderError, startEmbeddedMongo, type EmbeddedMongo } from '@superprinter/embedded-mongo'
import { join } from 'node:path'
import { ConfigProblems, loadConfig, type Config } from './platform/config/config.ts'
import { boundHeapGrowth } from './platform/process/heap-growth.ts'
import { createLogger } from './platform/log/logger.ts'
import { giveBackNewSpace } from './platform/process/new-space.ts'
import { onShutdown } from './platform/process/shutdown.ts'
import { listenerOf, ownAddress } from './platform/config/own-address.ts'
import { nameSourcePlaces } from './platform/log/source-places.ts'

/** Reads the configuration or ends the process with one line per problem. */
function readConfig(): Config {
  try {
    return loadConfig(process.env)
  } catch (error) {
    if (!(error instanceof ConfigProblems)) throw error
    for (const problem of error.problems) process.stderr.write(`${problem}\n`)
    process.exit(1)
  }
}

async function main(config: Config): Promise<void> {
  let waitingRoom: WaitingRoom | null = null
  const logger = createLogger(config.LOG_LEVEL)
  // The database reads its file in a thread of its own, first what this one asks for while it starts. Damage that it finds
  // later, when the shop is open, ends the process with the same sentence.
  const embedded = config.MONGODB_URI === null ? openDatabase(join(config.DATA_DIR, 'database')) : null
  embedded?.opened.catch(endWith)
  const { createShop } = await import('./shop.ts')
  const shop = await createShop({
    config,
    logger,
    databaseUri: config.MONGODB_URI ?? embedded?.uri ?? '',
    connecting:
      config.MONGODB_URI === null
        ? { isBuiltIn: true }
        : {
            waitMs: Infinity,
            async onAway() {
              const { DATABASE_AWAY } = await import('./platform/process/start-problem.ts')
              process.stderr.write(`${DATABASE_AWAY} The shop waits for it.\n`)
              if (config.ROLE === 'worker') return
              waitingRoom = await (await import('./bff/waiting-room.ts')).openWaitingRoom(config, logger)
            },
          },
    // Only `npm run dev` sets both; Vite is not installed in production.
    withVite: process.env.NODE_ENV === 'development' && process.argv.includes('--vite'),
  })
  // Not before the server's code is loaded: V8 takes none that was kept with other flags (`platform/process/compiled-code.ts`).
  boundHeapGrowth()
  giveBackNewSpace()
  process.off('unhandledRejection', endWith)
  isClosing = onShutdown(logger, [
    ['the shop', () => shop.stop()],
    ['the built-in database', async () => (await embedded?.opened)?.stop()],
  ])

  await shop.start()
  if (shop.server === null) {
    process.stdout.write('Superprinter worker is waiting for jobs.\n')
    return
  }
  await (waitingRoom as WaitingRoom | null)?.close()
  await shop.server.listen(listenerOf(config))
  // With PORT=0 the system has chosen one.
  const [listening] = shop.server.addresses()
  const PORT = typeof listening === 'object' ? listening.port : config.PORT
  const address = ownAddress({ ...config, PORT })
  process.stdout.write(`\nSuperprinter is open at ${address}\n`)
  process.stdout.write(
    `The back office is at ${address}/admin${config.IS_DEMO_ADMIN_PASSWORD ? `, the password is ${config.ADMIN_PASSWORD}` : ''}\n`,
  )
}

const config = readConfig()
let isClosing = () => false
// Node itself begins things that nobody waits for, such as its reader of modules, and they fail where memory is short.
process.on('unhandledRejection', endWith)
// A full disk takes no lines, and a shop that has its say on none of them still serves.
for (const output of [process.stdout, process.stderr]) output.on('error', () => {})
main(config).catch(endWith)

/** Begins to open the built-in database. Its address is known before its documents are read. */
function openDatabase(dataDir: string): { readonly uri: Promise<string>; readonly opened: Promise<EmbeddedMongo> } {
  let onListening: (uri: string) => void = () => {}
  const listening = new Promise<string>((resolve) => (onListening = resolve))
  // By this index every start asks what has changed since the catalog's own index was saved.
  const opened = startEmbeddedMongo({ dataDir, readyIndexes: ['changed_in'], onListening })
  return { uri: Promise.race([listening, opened.then(({ uri }) => uri)]), opened }
}

function endWith(error: unknown): void {
  // Asked to end while it started, a process meets parts that are closed already; that is no failure of the start.
  if (!isClosing()) void refuse(error)
}

/** Ends the process with a sentence for its owner, or with the stack of an error that nobody foresaw. */
async function refuse(error: unknown): Promise<never> {
  // It knows the driver's errors, and the driver is loaded while the built-in database begins.
  const { startProblem } = await import('./platform/process/start-problem.ts')
  const problem = error instanceof DataFolderError ? error.message : startProblem(error, config)
  const stack = error instanceof Error ? nameSourcePlaces(error.stack ?? error.message) : String(error)
  process.stderr.write(`${problem ?? `Superprinter could not start: ${stack}`}\n`)
  process.exit(1)
}
