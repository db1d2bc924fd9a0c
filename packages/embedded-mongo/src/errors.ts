/** MongoDB's error codes that this server answers with. */
export const code = {
  internal: 1,
  badValue: 2,
  typeMismatch: 14,
  lockTimeout: 24,
  namespaceNotFound: 26,
  indexNotFound: 27,
  pathNotViable: 28,
  cursorNotFound: 43,
  conflictingUpdate: 40,
  dollarPrefixedField: 52,
  immutableField: 66,
  cannotCreateIndex: 67,
  invalidOptions: 72,
  invalidNamespace: 73,
  indexOptionsConflict: 85,
  indexKeySpecsConflict: 86,
  writeConflict: 112,
  transactionTooOld: 225,
  notImplemented: 238,
  noSuchTransaction: 251,
  transactionCommitted: 256,
  notSupportedInTransaction: 263,
  documentTooLarge: 10334,
  duplicateKey: 11000,
} as const

const names = new Map<number, string>([
  [1, 'InternalError'],
  [2, 'BadValue'],
  [14, 'TypeMismatch'],
  [24, 'LockTimeout'],
  [26, 'NamespaceNotFound'],
  [27, 'IndexNotFound'],
  [28, 'PathNotViable'],
  [40, 'ConflictingUpdateOperators'],
  [43, 'CursorNotFound'],
  [52, 'DollarPrefixedFieldName'],
  [66, 'ImmutableField'],
  [67, 'CannotCreateIndex'],
  [72, 'InvalidOptions'],
  [73, 'InvalidNamespace'],
  [85, 'IndexOptionsConflict'],
  [86, 'IndexKeySpecsConflict'],
  [112, 'WriteConflict'],
  [225, 'TransactionTooOld'],
  [238, 'NotImplemented'],
  [251, 'NoSuchTransaction'],
  [256, 'TransactionCommitted'],
  [263, 'OperationNotSupportedInTransaction'],
  [10334, 'BSONObjectTooLarge'],
  [11000, 'DuplicateKey'],
])

export type Document = Record<string, unknown>

/** An error that goes to the client as a MongoDB error answer: `code`, `codeName`, `errmsg`, labels and further fields. */
export class CommandError extends Error {
  readonly code: number
  readonly labels: readonly string[]
  readonly fields: Document

  constructor(number: number, message: string, options: { labels?: readonly string[]; fields?: Document } = {}) {
    super(message)
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
      codeName: names.get(this.code) ?? `Error${this.code}`,
      ...this.fields,
      ...(this.labels.length > 0 ? { errorLabels: this.labels } : {}),
    }
  }
}

/** Error 238: outside the stated subset. Names the operator, option or command, so that nobody has to guess. */
export function notImplemented(what: string): CommandError {
  return new CommandError(code.notImplemented, `${what} is not implemented by the embedded database`)
}

export function badValue(message: string): CommandError {
  return new CommandError(code.badValue, message)
}

/** Error 112 with the label that makes the driver run the whole transaction again. */
export function writeConflict(): CommandError {
  return new CommandError(code.writeConflict, 'WriteConflict: another transaction changed or holds this document', {
    labels: ['TransientTransactionError'],
  })
}
