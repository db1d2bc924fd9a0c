import type { Database } from './database.ts'

/** The time of the database server. Processes on machines whose clocks differ agree about it. */
export interface DatabaseClock {
  /** Asks the server. To be called before `now`, and again before something is judged by it. */
  sync(): Promise<void>
  /** The server's time, carried on from its last answer by a timer that nobody sets. */
  now(): Date
  /** By how many ms the clock of this machine is to be put forward to agree with the server's; below 0 when it is ahead. */
  lagMs(): number
}

export function createDatabaseClock(database: Pick<Database, 'connection'>): DatabaseClock {
  let aheadOfTimer = Date.now() - performance.now()
  return {
    async sync() {
      const asked = performance.now()
      const { localTime } = await database.connection.getClient().db('admin').command({ hello: 1 })
      // The answer was written somewhere between question and arrival.
      if (localTime instanceof Date) aheadOfTimer = localTime.getTime() - (asked + performance.now()) / 2
    },
    now: () => new Date(aheadOfTimer + performance.now()),
    lagMs: () => aheadOfTimer + performance.now() - Date.now(),
  }
}
