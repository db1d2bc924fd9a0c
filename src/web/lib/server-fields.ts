import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form'
import type { ApiError } from './api-client.ts'

/** Puts what the server refused about single fields beside those fields; the first one takes the focus. */
export function showServerFields<Form extends FieldValues>(
  error: ApiError,
  names: readonly FieldPath<Form>[],
  setError: UseFormSetError<Form>,
): void {
  const refused = names.filter((name) => error.body?.fields?.[name] !== undefined)
  refused.forEach((name, index) => {
    setError(name, { type: 'server', message: error.body?.fields?.[name] ?? '' }, { shouldFocus: index === 0 })
  })
}
