import { ApiError } from './api-client.ts'

/** What went wrong, in a sentence for people: the shop's own, or `fallback` with what to do about it. */
export function errorMessage(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError)) return withAdvice(fallback, 'Check the connection and try again.')
  if (error.body !== null && error.body.message !== '') return error.body.message
  // Something before the shop has answered: it could not reach the shop, or did not pass the call on.
  if (error.status === 413) return withAdvice(fallback, 'It is too large. Please send less at once.')
  return AGAIN.test(fallback) ? fallback : withAdvice(fallback, 'Please try again in a moment.')
}

const AGAIN = /(?:Please t|T)ry again(?: in a moment)?\.$/
const NO_END = /[^.?!]$/

/** In place of the advice to try again alone, where a sentence ends with it. */
function withAdvice(sentence: string, advice: string): string {
  return `${sentence.replace(AGAIN, '').trimEnd().replace(NO_END, '$&.')} ${advice}`.trimStart()
}
