import { ErrorBody } from '#contracts/errors'

const REASONS = {
  400: 'The request is not valid: INVALID_JSON, VALIDATION (with `fields`) or a code of this call.',
  401: 'UNAUTHORIZED: no valid session.',
  403: 'FORBIDDEN.',
  404: 'Not found.',
  409: 'Something has changed or already exists; the code and `details` say what.',
  413: 'BODY_TOO_LARGE.',
  415: 'UNSUPPORTED_MEDIA_TYPE or ENCODING_NOT_SUPPORTED: only uncompressed JSON is accepted.',
  422: 'The request cannot be carried out; the code and `details` say why.',
  429: 'TOO_MANY_REQUESTS: Retry-After says when to try again.',
  500: 'INTERNAL: an error on our side.',
  503: 'UNAVAILABLE: database unreachable or overload; Retry-After says when to try again.',
} as const
type Status = keyof typeof REASONS

/** Made once: the routes name them a thousand times, and each takes 20 µs of every start. */
const BODIES = Object.fromEntries(
  Object.entries(REASONS).map(([status, reason]) => [status, ErrorBody.describe(reason)]),
) as Readonly<Record<Status, typeof ErrorBody>>

/** The error responses of a call. Every call also has 429, 500 and 503. */
export function failures<Declared extends Status>(
  ...statuses: Declared[]
): Record<Declared | 429 | 500 | 503, typeof ErrorBody> {
  const all = [...statuses, 429, 500, 503] as const
  return Object.fromEntries(all.map((status) => [status, BODIES[status]])) as Record<
    Declared | 429 | 500 | 503,
    typeof ErrorBody
  >
}
