import { type Context, type LongOperation, runOperations } from './command.ts'
import { code, CommandError, type Document } from './errors.ts'
import type { Steps } from './pieces.ts'
import type { Writer } from './transaction.ts'

/** The errors of a statement that are the answer to its whole command. */
const commandErrors: ReadonlySet<number> = new Set([
  code.notImplemented,
  code.writeConflict,
  code.noSuchTransaction,
  code.transactionCommitted,
])

/** Runs a statement, or returns what does so in pieces. */
type Run = (writer: Writer) => LongOperation | void
/** Parses a statement of a command. @throws CommandError when it cannot be run */
export type Prepare = (statement: Document, at: number) => Run

/**
 * Runs the statements of a write command. They are parsed in pieces first, so that one outside the subset is refused before
 * anything is written; another error of a statement goes to `note` in its turn; a conflict, a wait for a lock or the end of
 * the transaction goes to the caller.
 */
export async function runStatements(
  statements: readonly Document[],
  isOrdered: boolean,
  context: Context,
  note: (error: CommandError, at: number) => void,
  prepare: Prepare,
): Promise<void> {
  const prepared = context.store.inPieces(prepareAll(statements, prepare))
  const runs = prepared instanceof Promise ? await prepared : prepared
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

function* prepareAll(statements: readonly Document[], prepare: Prepare): Steps<Run[]> {
  const runs: Run[] = []
  for (const [at, statement] of statements.entries()) {
    try {
      runs.push(prepare(statement, at))
    } catch (error) {
      if (!(error instanceof CommandError) || error.code === code.notImplemented) throw error
      runs.push(() => {
        throw error
      })
    }
    yield
  }
  return runs
}
