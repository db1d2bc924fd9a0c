import type { FastifyInstance } from 'fastify'
import inject, { type InjectOptions, type Response as InjectResponse } from 'light-my-request'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Clock } from '#platform/time/clock'
import { loadConfig } from '#platform/config/config'
import { createLogger, type Logger } from '#platform/log/logger'
import type { PasswordHasher } from '#platform/security/passwords'
import type { RemoteNetwork } from '#platform/remote-file/ask-public-server'
import { createShop, type Shop } from '../shop.ts'
import { quickPasswords } from './quick-passwords.ts'
import { freshDatabaseUri } from './test-database.ts'

/** The staff password of shops under test, unless `env` has another one. */
export const STAFF_PASSWORD = 'Quiet-Harbour-42'

/** A number would not do: a loop that was held longer than it is looked at counts as late without end. */
const MAX_LATE_MS = Infinity

export interface RunningShop {
  readonly shop: Shop
  /** Pass `app.server` to supertest. */
  readonly app: FastifyInstance
  /** Its URL, for tests that need a real socket. */
  readonly url: string
  /** Asks without a socket, as somebody of any address, whichever app answers. */
  inject(request: InjectOptions): Promise<InjectResponse>
  stop(): Promise<void>
}

/**
 * Starts the whole shop with its own database on a free port of the loopback interface.
 * @param env settings as environment variables
 * @param overrides.databaseUri a database to share with another process
 * @param overrides.network instead of the public internet
 * @param overrides.logger hears what the shop logs
 * @param overrides.passwords with their full cost: without it, a hash takes next to no time
 * @param overrides.maxLateMs how late the loop may be before people are sent away: without it, as late as it likes
 */
export async function startShop(
  env: Readonly<Record<string, string>> = {},
  overrides: {
    readonly clock?: Clock
    readonly databaseUri?: string
    readonly logger?: Logger
    readonly network?: RemoteNetwork
    readonly passwords?: PasswordHasher
    readonly maxLateMs?: number
  } = {},
): Promise<RunningShop> {
  const dataDir = await mkdtemp(join(tmpdir(), 'superprinter-shop-'))
  const config = loadConfig({
    DATA_DIR: dataDir,
    SEED_DEMO: 'true',
    LOG_LEVEL: 'silent',
    RATE_LIMIT_REQUESTS: '1000000',
    ADMIN_PASSWORD: STAFF_PASSWORD,
    ...env,
  })
  const shop = await createShop({
    config,
    logger: createLogger(config.LOG_LEVEL),
    databaseUri: freshDatabaseUri(),
    // Tests beside it and shops that start make the loop late, and nothing is proven by an answer that it is.
    maxLateMs: MAX_LATE_MS,
    passwords: quickPasswords(),
    ...overrides,
  })
  const app = shop.server
  if (app === null) throw new Error('A shop with ROLE=worker has no server.')
  await shop.start()
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    shop,
    app,
    url,
    inject: (request) => inject((asked, answer) => void app.server.emit('request', asked, answer), request),
    async stop() {
      // Requests and jobs under way still write: the database goes after them, or they would fail for its loss.
      await app.close()
      await shop.jobs.stop()
      await shop.database.connection.dropDatabase()
      await shop.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
