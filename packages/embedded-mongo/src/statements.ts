import { type Context, type LongOperation, runOperations } from './command.ts'
import { code, CommandError, type Document } from './errors.ts'
import type { Writer } from './transaction.ts'

/** The errors of a statement that are the answer to its whole command. */
const commandErrors: ReadonlySet<number> = new Set([
  code.notImplemented,
  code.writeConflict,
  code.noSuchTransaction,
  code.transactionCommitted,
])

/**
 * Runs the statements of a write command. `prepare` parses a statement and returns what runs it. A statement outside the
 * subset is refused before anything is written; another error of a statement goes to `note` in its turn; a conflict, a
 * wait for a lock or the end of the transaction goes to the caller.
 */
export async function runStatements(
  statements: readonly Document[],
  isOrdered: boolean,
  context: Context,
  note: (error: CommandError, at: number) => void,
  prepare: (statement: Document, at: number) => (writer: Writer) => LongOperation | void,
): Promise<void> {
  const runs = statements.map((statement, at) => {
    try {
      return prepare(statement, at)
    } catch (error) {
      if (!(error instanceof CommandError) || error.code === code.notImplemented) throw error
      return () => {
        throw error
      }
    }
  })
  await runOperations(runs.length, context, (writer, at) => {
    const settled = (run: () => boolean | LongOperation | void): boolean | LongOperation => {
      try {
        return run() ?? true
      } catch (error) {
        if (!(error instanceof CommandError) || commandErrors.has(error.code)) throw error
        note(error, at)
        if (context.transaction === undefined) return !isOrdered
        context.transaction.abort()
        return false
      }
    }
    const result = settled(() => runs[at]!(writer))
    if (typeof result === 'boolean') return result
    const long: LongOperation = {
      takePiece() {
        const rest = settled(() => result.takePiece())
        return typeof rest === 'boolean' ? rest : long
      },
    }
    return long
  })
}
