import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { connectDatabase, type Database } from '#platform/database/database'
import { createLogger } from '#platform/log/logger'

export interface TestDatabase {
  readonly database: Database
  readonly uri: string
  /** Drops the database and closes the connection. */
  drop(): Promise<void>
}

/** The URI of a new database on the test server. */
export function freshDatabaseUri(): string {
  const uri = new URL(inject('mongodbUri'))
  uri.pathname = `/test-${randomBytes(6).toString('hex')}`
  return uri.href
}

/** Opens a new database on the test server for one suite. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const uri = freshDatabaseUri()
  const database = await connectDatabase(uri, createLogger('silent'))
  return {
    database,
    uri,
    async drop() {
      await database.connection.dropDatabase()
      await database.close()
    },
  }
}
