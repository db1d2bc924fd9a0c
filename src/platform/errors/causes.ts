/** How deep causes are followed, which also ends a circle of them. */
export const MAX_CAUSES = 5

/**
 * An error and what it came of, the outermost first: its causes, and what the driver hides in the error that it makes of a
 * bulk write when that was not the server's answer.
 * @returns nothing for what is no error
 */
export function causesOf(error: unknown): readonly Error[] {
  const found: Error[] = []
  let current = error
  while (current instanceof Error && found.length < MAX_CAUSES) {
    found.push(current)
    const { errorResponse } = current as { readonly errorResponse?: unknown }
    current = errorResponse instanceof Error ? errorResponse : current.cause
  }
  return found
}
