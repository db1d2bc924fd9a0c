import { ApiError } from './api-client.ts'

/** What went wrong, in a sentence for people: the server's own, or `fallback` with a hint at the connection. */
export function errorMessage(error: unknown, fallback: string): string {
  if (error instanceof ApiError) return error.body?.message ?? fallback
  return `${fallback} Check the connection and try again.`
}
