/** MongoDB's error codes that this server answers with, by their names in lower camel case; the last one has none there. */
export const code = {
  internalError: 1,
  badValue: 2,
  unknownError: 8,
  failedToParse: 9,
  typeMismatch: 14,
  invalidBSON: 22,
  lockTimeout: 24,
  namespaceNotFound: 26,
  pathNotViable: 28,
  conflictingUpdateOperators: 40,
  cursorNotFound: 43,
  maxTimeMSExpired: 50,
  immutableField: 66,
  cannotCreateIndex: 67,
  invalidNamespace: 73,
  indexOptionsConflict: 85,
  indexKeySpecsConflict: 86,
  writeConflict: 112,
  cannotIndexParallelArrays: 171,
  queryPlanKilled: 175,
  invalidIndexSpecificationOption: 197,
  transactionTooOld: 225,
  notImplemented: 238,
  noSuchTransaction: 251,
  transactionCommitted: 256,
  operationNotSupportedInTransaction: 263,
  bSONObjectTooLarge: 10334,
  duplicateKey: 11000,
  outOfDiskSpace: 14031,
  missingField: 40414,
} as const

export type Document = Record<string, unknown>

/** How much of an error's message is kept: it may name a path or a value of any length. */
const longestMessage = 2000

/** An error that goes to the client as a MongoDB error answer: `code`, `errmsg`, labels and further fields. */
export class CommandError extends Error {
  readonly code: number
  readonly labels: readonly string[]
  readonly fields: Document

  constructor(number: number, message: string, options: { labels?: readonly string[]; fields?: Document } = {}) {
    super(message.length > longestMessage ? `${message.slice(0, longestMessage)}…` : message)
    this.code = number
    this.labels = options.labels ?? []
    this.fields = options.fields ?? {}
  }

  /** The `ok: 0` answer. */
  reply(): Document {
    return {
      ok: 0,
      errmsg: this.message,
      code: this.code,
      ...this.fields,
      ...(this.labels.length > 0 ? { errorLabels: this.labels } : {}),
    }
  }
}

/** Error `notImplemented`: outside the stated subset. Names the operator, option or command that is not supported. */
export function notImplemented(what: string): CommandError {
  return new CommandError(code.notImplemented, `${what} is not implemented by the embedded database`)
}

/** Error `badValue`: an operand that MongoDB refuses, too. */
export function badValue(message: string): CommandError {
  return new CommandError(code.badValue, message)
}

/** Error `writeConflict` with the label that makes the driver run the whole transaction again. */
export function writeConflict(): CommandError {
  return new CommandError(code.writeConflict, 'WriteConflict: another transaction changed or holds this document', {
    labels: ['TransientTransactionError'],
  })
}
