import { adminCommands } from './admin-commands.ts'
import { encode } from './bson-bytes.ts'
import { bulkWrite } from './bulk-write-command.ts'
import { Unread } from './collection.ts'
import { assertFields, type Command, type Context, documentAt, type Reply } from './command.ts'
import { Cursors } from './cursors.ts'
import { badValue, code, CommandError, type Document, notImplemented } from './errors.ts'
import { Unbuilt } from './pieces.ts'
import { readCommands } from './read-commands.ts'
import type { Reading } from './reading.ts'
import { sessionKey, Sessions } from './sessions.ts'
import type { Store } from './store.ts'
import type { Transaction } from './transaction.ts'
import { writeCommands } from './write-commands.ts'

const commands = new Map<string, Command>(
  Object.entries({ ...readCommands, ...writeCommands, bulkWrite, ...adminCommands }),
)

/** Answers commands: finds the handler, and the session, transaction or retryable write that a command belongs to. */
export class Dispatcher {
  readonly #store: Store
  readonly #hello: () => Document
  readonly #reading: Reading | undefined
  readonly #cursors = new Cursors()
  readonly sessions: Sessions

  /** @param reading what is under way when the store has not been filled yet */
  constructor(store: Store, hello: () => Document, reading?: Reading) {
    this.#store = store
    this.#hello = hello
    this.#reading = reading
    this.sessions = new Sessions(store)
  }

  /** The reply to a command as BSON bytes; an error is a reply, too, also one that `read` throws. */
  async answer(read: () => Document, connection: object): Promise<Buffer> {
    try {
      return bytesOf(await this.#run(read(), connection))
    } catch (error) {
      if (error instanceof CommandError) return encode(error.reply())
      const { message, stack } = error as Error
      process.stderr.write(`embedded-mongo: ${stack ?? message}\n`)
      return encode(new CommandError(code.internalError, `internal error: ${message}`).reply())
    }
  }

  async #run(command: Document, connection: object): Promise<Reply> {
    const name = Object.keys(command)[0] ?? ''
    if (name === 'hello' || name === 'ismaster') return this.#hello()
    const { $db: database, lsid, txnNumber: number } = command
    const handler = commands.get(name)
    // What a session has done is known, and the file may be written to, when everything is read.
    const needsAll = handler?.writes === true || handler?.asksSessions === true || number !== undefined
    await (needsAll ? this.#reading?.all() : this.#reading?.isBegun)
    await this.#store.disk.ready()
    this.#store.disk.assertHealthy()
    if (typeof database !== 'string') throw badValue('a command needs a $db')
    const session = lsid === undefined ? undefined : sessionKey(lsid)
    const isNumbered = session !== undefined && typeof number === 'number'
    if (name === 'commitTransaction' || name === 'abortTransaction') {
      if (!isNumbered) throw badValue(`${name} needs lsid and txnNumber`)
      return this.#endTransaction(name, session, number)
    }
    if (handler === undefined) throw notImplemented(`command ${name}`)
    assertFields(name, command, handler.fields)
    const context: Context = {
      store: this.#store,
      sessions: this.sessions,
      cursors: this.#cursors,
      database,
      waitsForDisk: waitsForDisk(command),
    }
    const run = (own: Context): Reply | Promise<Reply> => {
      if (handler.writes !== true) return this.#whenBuilt(() => handler.run(command, own))
      this.#store.disk.assertWritable()
      return handler.run(command, own)
    }
    if (!isNumbered) return run(context)
    if (command['autocommit'] !== false)
      // A repeat of what is written is answered also while the disk takes no more.
      return this.sessions.once(session, number, async (retry) => bytesOf(await run({ ...context, retry })), bytesOf)
    if (handler.inTransaction !== true)
      throw new CommandError(code.operationNotSupportedInTransaction, `Cannot run ${name} in a transaction`)
    const transaction = this.sessions.transaction(session, number, command['startTransaction'] === true, connection)
    return runInTransaction(run, { ...context, transaction })
  }

  /** Runs a command that reads, again when something has to be read from the disk or built first. */
  #whenBuilt(run: () => Reply | Promise<Reply>): Reply | Promise<Reply> {
    const again = async (error: unknown): Promise<Reply> => {
      if (error instanceof Unread && this.#reading !== undefined) await this.#reading.of(error.collection)
      else if (error instanceof Unbuilt) await this.#store.build(error)
      else throw error
      await this.#store.disk.ready()
      return this.#whenBuilt(run)
    }
    try {
      const reply = run()
      return reply instanceof Promise ? reply.catch(again) : reply
    } catch (error) {
      return again(error)
    }
  }

  async #endTransaction(name: string, session: string, number: number): Promise<Reply> {
    if (name === 'abortTransaction') {
      this.sessions.abort(session, number)
    } else {
      this.sessions.commit(session, number)
      await this.#store.disk.durable()
    }
    return { ok: 1 }
  }

  sweep(): void {
    this.sessions.sweep()
    this.#cursors.sweep()
  }
}

/** Runs a command of a transaction, which an error aborts. */
async function runInTransaction(
  run: (context: Context) => Reply | Promise<Reply>,
  context: Context & { readonly transaction: Transaction },
): Promise<Reply> {
  const { transaction } = context
  try {
    const reply = await run(context)
    // A write error is the answer to the statement that aborted the transaction itself.
    const hasWriteErrors = !Buffer.isBuffer(reply) && (reply['writeErrors'] ?? reply['nErrors'] ?? 0) !== 0
    if (!hasWriteErrors) transaction.assertActive()
    return reply
  } catch (error) {
    transaction.abort()
    throw error
  }
}

/** A write concern of `w: 1` without `j` asks for the memory of the server alone, on MongoDB too. */
function waitsForDisk(command: Document): boolean {
  const { w, j = false } = documentAt(command, 'writeConcern')
  return w !== 1 || j !== false
}

function bytesOf(reply: Reply): Buffer {
  return Buffer.isBuffer(reply) ? reply : encode(reply)
}

/** The reply to the handshake: the primary of a replica set of one, so that the driver behaves as in production. */
export function helloReply(host: string, instance: string): Document {
  return {
    ismaster: true,
    isWritablePrimary: true,
    helloOk: true,
    setName: 'embedded',
    hosts: [host],
    me: host,
    primary: host,
    maxBsonObjectSize: 16777216,
    maxMessageSizeBytes: 48000000,
    maxWriteBatchSize: 100000,
    localTime: new Date(),
    logicalSessionTimeoutMinutes: 30,
    minWireVersion: 0,
    maxWireVersion: 25,
    embeddedInstance: instance,
    ok: 1,
  }
}
