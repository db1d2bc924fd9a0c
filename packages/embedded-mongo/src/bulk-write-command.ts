import type { Collection } from './collection.ts'
import { assertFields, type Command, type Context, documentAt, documentsAt, type LongOperation } from './command.ts'
import { badValue, code, CommandError, type Document, notImplemented } from './errors.ts'
import { modify, newEntry, parseUpdate } from './modification.ts'
import { compileFilter } from './query.ts'
import { runStatements } from './statements.ts'
import type { Writer } from './transaction.ts'
import { flagAt } from './values.ts'

/** The collections that the command names, each as the database and the name in it. @throws CommandError */
function namespacesOf(command: Document): readonly (readonly [database: string, name: string])[] {
  return documentsAt(command, 'nsInfo').map((info) => {
    assertFields('ns', info, [])
    const [database = '', ...name] = String(info['ns']).split('.')
    if (database === '' || name.length === 0) throw new CommandError(code.invalidNamespace, 'ns names no collection')
    return [database, name.join('.')]
  })
}

/**
 * Parses an operation and returns what runs it, or what does so in pieces.
 * @param note called with the operation's result, and again when another one takes its place
 */
function prepare(
  operation: Document,
  collectionAt: (place: unknown) => Collection,
  context: Context,
  note: (result: Document) => void,
): (writer: Writer) => LongOperation | void {
  if ('insert' in operation) {
    assertFields('insert', operation, ['document'])
    const document = documentAt(operation, 'document')
    return (writer) => {
      const collection = collectionAt(operation['insert'])
      writer.write(collection, [{ before: undefined, after: newEntry(collection, document) }])
      note({ n: 1 })
    }
  }
  if (!('update' in operation)) throw notImplemented('an operation of bulkWrite that neither inserts nor updates')
  assertFields('update', operation, ['filter', 'updateMods', 'multi'])
  if (flagAt(operation, 'multi')) throw notImplemented('an update of many documents in bulkWrite')
  const modification = parseUpdate(compileFilter(documentAt(operation, 'filter')), operation['updateMods'], false, 1)
  return (writer) => {
    note({ n: 0, nModified: 0 })
    return modify(modification, collectionAt(operation['update']), writer, context, ({ before, after }) =>
      note({ n: 1, nModified: before === after ? 0 : 1 }),
    )
  }
}

/** Inserts, and updates of one document each, of several collections; in transactions alone. */
export const bulkWrite: Command = {
  fields: ['ops', 'nsInfo', 'ordered', 'cursor'],
  inTransaction: true,
  writes: true,
  async run(command, context) {
    if (context.transaction === undefined) throw notImplemented('bulkWrite outside of a transaction')
    const namespaces = namespacesOf(command)
    const collectionAt = (place: unknown): Collection => {
      const namespace = namespaces[Number(place)]
      if (namespace === undefined) throw badValue(`an operation names collection ${String(place)} of nsInfo`)
      return context.store.ensure(...namespace)
    }
    const results: Document[] = []
    let nErrors = 0
    const note = ({ code: number, message, fields }: CommandError, idx: number): void => {
      nErrors += 1
      results[idx] = { ok: 0, idx, code: number, errmsg: message, ...fields, n: 0 }
    }
    await runStatements(
      documentsAt(command, 'ops'),
      flagAt(command, 'ordered', true),
      context,
      note,
      (operation, idx) =>
        prepare(operation, collectionAt, context, (result) => (results[idx] = { ok: 1, idx, ...result })),
    )
    return { cursor: { id: 0, ns: 'admin.$cmd.bulkWrite', firstBatch: results }, nErrors, ok: 1 }
  },
}
