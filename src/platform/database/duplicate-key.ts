const DUPLICATE_KEY = 11_000

/** Whether a write failed because another document has the same value in a unique index. */
export function isDuplicateKey(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === DUPLICATE_KEY
}

/**
 * Awaits a write and throws `refusal()` in place of a duplicate key, so that only repositories know the database's
 * errors. A transaction in which this happened can only be aborted.
 */
export async function refusingDuplicates<Result>(write: Promise<Result>, refusal: () => Error): Promise<Result> {
  try {
    return await write
  } catch (error) {
    throw isDuplicateKey(error) ? refusal() : error
  }
}
