import { SESSION_PATH } from '#contracts/api-paths'
import type { ApiPath } from '#contracts/api-path'
import type { ErrorBody } from '#contracts/errors'
import { customerRefusals, isStaffCall, openingOfGate, refuseStaff } from './refused-calls.ts'
import { learnShopTime } from './shop-clock.ts'
import { browserStorage } from './storage.ts'

/** Where the customer's bearer token lives in local storage (specification 1, section 6). */
export const AUTH_TOKEN_KEY = 'authToken'

/** A call that was answered with anything but success. `message` is "status: body text, or the status text". */
export class ApiError extends Error {
  readonly status: number
  /** The contract's error answer, or null when something else answered (a proxy, for one). */
  readonly body: ErrorBody | null
  readonly headers: Headers

  constructor(status: number, statusText: string, text: string, headers: Headers = new Headers()) {
    super(`${status}: ${text || statusText}`)
    this.name = 'ApiError'
    this.status = status
    this.body = readErrorBody(text)
    this.headers = headers
  }
}

/**
 * Whether the shop has refused a call. After anything else nobody knows what became of it: the answer may be lost, a
 * proxy may have given up waiting for it (504), and the shop goes on with what it answered 503 for being late.
 */
export function isRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status < 500
}

/** A call of somebody whose session is over; the sentence is for people. */
class SessionEnded extends ApiError {
  override readonly body: ErrorBody

  constructor({ status, body, headers }: ApiError, message: string) {
    super(status, message, '', headers)
    this.body = { code: body?.code ?? 'UNAUTHORIZED', requestId: body?.requestId ?? '', message }
  }
}

/** A change of staff that was sent after their session was over. What it says is read once the gate is open again. */
export class StaffSessionEnded extends SessionEnded {}

/**
 * How long a call is waited for, the reading of its answer included, in ms: longer than the shop works on any of them
 * (`answerWithinMs`). What comes after that counts as an answer that was lost.
 */
export const GIVE_UP_AFTER_MS = 75_000

export interface ApiRequest {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Sent as JSON. A FormData goes out as it is. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Ends the call; by default the time that a call is waited for. */
  readonly signal?: AbortSignal
  /** Without cookies and without the bearer token: nothing tells who sends it. */
  readonly isAnonymous?: boolean
  /** Arrives also when the page is left before the answer comes. For small bodies: a browser allows 64 kB of these. */
  readonly outlivesPage?: boolean
}

/**
 * One call of the shop's API: credentials unless it is anonymous, a JSON content type only with a body, the bearer
 * token when there is one (specification 1, section 7).
 * @returns the parsed JSON, or undefined for an empty answer
 * @throws ApiError for any answer that is no success; TypeError when there is no connection; DOMException TimeoutError
 *   when there is no answer
 */
export async function api<T>(path: ApiPath<T>, request: ApiRequest = {}): Promise<T> {
  const response = await send(path, request)
  return readJson<T>(response)
}

/** The rows of a list, and how many there are over all pages; null where the server does not say. */
export interface ListAnswer<T> {
  readonly rows: readonly T[]
  readonly total: number | null
}

/** As `api`, with the total of X-Total-Count, which lists carry beside their rows. */
export async function apiList<T>(path: string): Promise<ListAnswer<T>> {
  const response = await send(path, {})
  const total = response.headers.get('x-total-count')
  return { rows: await readJson<T[]>(response), total: total === null ? null : Number(total) }
}

/**
 * What a call of staff is refused by, without a session. It is read when the gate is open again, beside what a change
 * was typed into.
 */
export function asStaffRefusal(error: ApiError, method: string): ApiError {
  if (method === 'GET' || error.body?.code !== 'UNAUTHORIZED') return error
  return new StaffSessionEnded(error, 'Your session had ended, so this was not saved. Save again.')
}

/** A call as it is answered. @throws as `api` */
export async function send(
  path: string,
  {
    method = 'GET',
    body,
    headers,
    signal = AbortSignal.timeout(GIVE_UP_AFTER_MS),
    isAnonymous = false,
    outlivesPage = false,
  }: ApiRequest,
): Promise<Response> {
  const isForm = typeof FormData !== 'undefined' && body instanceof FormData
  const token = browserStorage.getItem(AUTH_TOKEN_KEY)
  const hasToken = !isAnonymous && token !== null && token !== ''
  const askedAt = performance.now()
  const opening = openingOfGate()
  const response = await fetch(path, {
    method,
    credentials: isAnonymous ? 'omit' : 'include',
    headers: {
      Accept: 'application/json',
      ...(body !== undefined && !isForm && { 'Content-Type': 'application/json' }),
      ...(hasToken && { Authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body !== undefined && { body: isForm ? (body as FormData) : JSON.stringify(body) }),
    signal,
    ...(outlivesPage && { keepalive: true }),
  })
  learnShopTime(response.headers, performance.now() - askedAt)
  if (response.ok) return response
  const error = new ApiError(response.status, response.statusText, await response.text(), response.headers)
  if (error.status !== 401) throw error
  if (isStaffCall(path, method)) {
    refuseStaff(opening)
    throw asStaffRefusal(error, method)
  }
  if (path !== SESSION_PATH && hasToken && error.body?.code === 'UNAUTHORIZED') {
    customerRefusals.notify()
    throw new SessionEnded(error, 'Your session has ended. Sign in again to go on.')
  }
  throw error
}

async function readJson<T>(response: Response): Promise<T> {
  const text = await response.text()
  return (text === '' ? undefined : JSON.parse(text)) as T
}

/** An error of the shop, or of a proxy before it that gives a `message` alone (specification 1, section 7). */
function readErrorBody(text: string): ErrorBody | null {
  try {
    const body: unknown = JSON.parse(text)
    const hasMessage =
      typeof body === 'object' && body !== null && 'message' in body && typeof body.message === 'string'
    return hasMessage ? { code: '', requestId: '', ...(body as Pick<ErrorBody, 'message'>) } : null
  } catch {
    return null
  }
}
