import { adminCommands } from './admin-commands.ts'
import { assertFields, type Command, type Context, type Reply } from './command.ts'
import { Cursors } from './cursors.ts'
import { badValue, code, CommandError, type Document, notImplemented } from './errors.ts'
import { encode } from './bson-bytes.ts'
import { readCommands } from './read-commands.ts'
import { Sessions } from './sessions.ts'
import type { Store } from './store.ts'
import { toNumber } from './values.ts'
import { writeCommands } from './write-commands.ts'

const commands = new Map<string, Command>(Object.entries({ ...readCommands, ...writeCommands, ...adminCommands }))

/** Answers commands: finds the handler, and the session, transaction or retryable write that a command belongs to. */
export class Dispatcher {
  readonly #store: Store
  readonly #hello: () => Document
  readonly sessions: Sessions
  readonly cursors = new Cursors()

  constructor(store: Store, hello: () => Document) {
    this.#store = store
    this.#hello = hello
    this.sessions = new Sessions(store)
  }

  /** The answer to a command as BSON bytes; an error is an answer, too. */
  async answer(command: Document, connection: object): Promise<Buffer> {
    try {
      const reply = await this.#run(command, connection)
      return Buffer.isBuffer(reply) ? reply : encode(reply)
    } catch (error) {
      if (error instanceof CommandError) return encode(error.reply())
      process.stderr.write(
        `embedded-mongo: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
      )
      return encode(new CommandError(code.internalError, `internal error: ${(error as Error).message}`).reply())
    }
  }

  async #run(command: Document, connection: object): Promise<Reply> {
    const name = Object.keys(command)[0] ?? ''
    if (name === 'hello' || name === 'ismaster' || name === 'isMaster') return this.#hello()
    await this.#store.disk.ready()
    this.#store.disk.assertHealthy()
    const database = command['$db']
    if (typeof database !== 'string') throw badValue('a command needs a $db')
    const session = command['lsid'] === undefined ? undefined : Sessions.key(command['lsid'])
    const number = command['txnNumber'] === undefined ? undefined : toNumber(command['txnNumber'])
    if (name === 'commitTransaction' || name === 'abortTransaction') return this.#endTransaction(name, session, number)
    const handler = commands.get(name)
    if (handler === undefined) throw notImplemented(`command ${name}`)
    assertFields(name, command, handler.fields)
    const context: Context = {
      store: this.#store,
      sessions: this.sessions,
      cursors: this.cursors,
      connection,
      database,
      session,
      transaction: undefined,
      retry: undefined,
    }
    if (session === undefined || number === undefined) return handler.run(command, context)
    if (command['autocommit'] === false) return this.#inTransaction(name, handler, command, context, session, number)
    return this.sessions.once(
      session,
      number,
      async (progress) => {
        const save = (): void => this.sessions.save(session, number, progress)
        return bytesOf(await handler.run(command, { ...context, retry: { progress, save } }))
      },
      bytesOf,
    )
  }

  async #inTransaction(
    name: string,
    handler: Command,
    command: Document,
    context: Context,
    session: string,
    number: number,
  ): Promise<Reply> {
    if (handler.inTransaction !== true)
      throw new CommandError(
        code.operationNotSupportedInTransaction,
        `Cannot run ${name} in a multi-document transaction`,
      )
    const transaction = this.sessions.transaction(
      session,
      number,
      command['startTransaction'] === true,
      context.connection,
    )
    try {
      const reply = await handler.run(command, { ...context, transaction })
      if (transaction.state === 'aborted' && !hasWriteErrors(reply)) throw aborted(number)
      return reply
    } catch (error) {
      transaction.abort()
      throw error
    }
  }

  async #endTransaction(name: string, session: string | undefined, number: number | undefined): Promise<Reply> {
    if (session === undefined || number === undefined) throw badValue(`${name} needs lsid and txnNumber`)
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
    this.cursors.sweep()
  }
}

function aborted(number: number): CommandError {
  return new CommandError(code.noSuchTransaction, `Transaction ${number} has been aborted`, {
    labels: ['TransientTransactionError'],
  })
}

function hasWriteErrors(reply: Reply): boolean {
  return !Buffer.isBuffer(reply) && reply['writeErrors'] !== undefined
}

function bytesOf(reply: Reply): Buffer {
  return Buffer.isBuffer(reply) ? reply : encode(reply)
}

/** What the handshake answers: the primary of a replica set of one, the same driver path as in production. */
export function helloReply(host: string, instance: string): Document {
  return {
    ismaster: true,
    isWritablePrimary: true,
    helloOk: true,
    secondary: false,
    setName: 'embedded',
    setVersion: 1,
    hosts: [host],
    me: host,
    primary: host,
    maxBsonObjectSize: 16777216,
    maxMessageSizeBytes: 48000000,
    maxWriteBatchSize: 100000,
    localTime: new Date(),
    logicalSessionTimeoutMinutes: 30,
    connectionId: 1,
    minWireVersion: 0,
    maxWireVersion: 21,
    readOnly: false,
    embeddedInstance: instance,
    ok: 1,
  }
}
