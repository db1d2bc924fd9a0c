import type { Collection } from './collection.ts'
import { assertFields, type Command, type Context, documentAt, documentsAt } from './command.ts'
import { badValue, code, CommandError, type Document, notImplemented } from './errors.ts'
import { compileFilter } from './query.ts'
import type { Writer } from './transaction.ts'
import { flagAt } from './values.ts'
import { modify, newEntry, parseUpdate, runStatements } from './write-commands.ts'

/** The collections that the command names, each as the database and the name in it. @throws CommandError */
function namespacesOf(command: Document): readonly (readonly [database: string, name: string])[] {
  return documentsAt(command, 'nsInfo').map((info) => {
    assertFields('ns', info, [])
    const [database = '', ...name] = String(info['ns']).split('.')
    if (database === '' || name.length === 0) throw new CommandError(code.invalidNamespace, 'ns names no collection')
    return [database, name.join('.')]
  })
}

/** Parses an operation and returns what runs it, which gives the operation's result. */
function prepare(
  operation: Document,
  collectionAt: (place: unknown) => Collection,
  context: Context,
): (writer: Writer) => Document {
  if ('insert' in operation) {
    assertFields('insert', operation, ['document'])
    const document = documentAt(operation, 'document')
    return (writer) => {
      const collection = collectionAt(operation['insert'])
      writer.write(collection, [{ before: undefined, after: newEntry(collection, document) }])
      return { n: 1 }
    }
  }
  if (!('update' in operation)) throw notImplemented('an operation of bulkWrite that neither inserts nor updates')
  assertFields('update', operation, ['filter', 'updateMods', 'multi'])
  if (flagAt(operation, 'multi')) throw notImplemented('an update of many documents in bulkWrite')
  const modification = parseUpdate(compileFilter(documentAt(operation, 'filter')), operation['updateMods'], false, 1)
  return (writer) => {
    const changes = modify(modification, collectionAt(operation['update']), writer, context)
    return { n: changes.length, nModified: changes.filter(({ before, after }) => before !== after).length }
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
    const firstBatch: Document[] = []
    let nErrors = 0
    const note = ({ code: number, message, fields }: CommandError, idx: number): void => {
      nErrors += 1
      firstBatch.push({ ok: 0, idx, code: number, errmsg: message, ...fields, n: 0 })
    }
    await runStatements(
      documentsAt(command, 'ops'),
      flagAt(command, 'ordered', true),
      context,
      note,
      (operation, idx) => {
        const run = prepare(operation, collectionAt, context)
        return (writer) => void firstBatch.push({ ok: 1, idx, ...run(writer) })
      },
    )
    return { cursor: { id: 0, ns: 'admin.$cmd.bulkWrite', firstBatch }, nErrors, ok: 1 }
  },
}
