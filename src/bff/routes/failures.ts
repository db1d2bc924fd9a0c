import { ErrorBody } from '#contracts/errors'

const REASONS = {
  400: 'The request is refused: INVALID_JSON, VALIDATION (with `fields`) or a code of this call.',
  401: 'UNAUTHORIZED: no valid session.',
  403: 'FORBIDDEN.',
  404: 'Nothing is there.',
  409: 'Something changed or exists already; the code and `details` say what.',
  413: 'BODY_TOO_LARGE.',
  415: 'UNSUPPORTED_MEDIA_TYPE or ENCODING_NOT_SUPPORTED: only JSON in clear is read.',
  422: 'Understood, but it cannot be done; the code and `details` say why.',
  429: 'TOO_MANY_REQUESTS: Retry-After says when to try again.',
  500: 'INTERNAL: a fault of ours.',
  503: 'UNAVAILABLE: database unreachable or overload; Retry-After says when to try again.',
} as const
type Status = keyof typeof REASONS

/** The failures that a call can answer; every call can also answer 429, 500 and 503. */
export function failures<Declared extends Status>(
  ...statuses: Declared[]
): Record<Declared | 429 | 500 | 503, typeof ErrorBody> {
  const all = [...statuses, 429, 500, 503] as const
  return Object.fromEntries(all.map((status) => [status, ErrorBody.describe(REASONS[status])])) as Record<
    Declared | 429 | 500 | 503,
    typeof ErrorBody
  >
}
