import { ApiError, asStaffRefusal, GIVE_UP_AFTER_MS } from './api-client.ts'
import { isStaffCall, openingOfGate, refuseStaff } from './refused-calls.ts'

/** How much of a form has been sent, in bytes, including the multipart headers around the files. */
export interface SendProgress {
  readonly sentBytes: number
  readonly totalBytes: number
}

interface SendOptions {
  readonly onProgress?: (progress: SendProgress) => void
  readonly signal?: AbortSignal
  /** What is sent again with the same Idempotency-Key is the same form. */
  readonly attemptKey?: string
}

/**
 * Posts a form with files and reports the progress, which `fetch` cannot: 50 MB can take a minute. It is waited for as
 * long as it gets on, and after that as long as for any call.
 * @returns the parsed JSON
 * @throws ApiError for any answer that is no success; TypeError when the connection was lost; SyntaxError when the
 *   answer is no JSON; DOMException TimeoutError when nothing is heard of it any more, AbortError when it is stopped
 */
export function sendForm<T>(
  path: string,
  form: FormData,
  { onProgress, signal, attemptKey }: SendOptions = {},
): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const opening = openingOfGate()
    const abort = () => request.abort()
    let late: ReturnType<typeof setTimeout> | undefined
    const wait = () => {
      clearTimeout(late)
      late = setTimeout(() => {
        reject(new DOMException('There is no answer.', 'TimeoutError'))
        request.abort()
      }, GIVE_UP_AFTER_MS)
    }
    const settle = (action: () => void) => {
      clearTimeout(late)
      signal?.removeEventListener('abort', abort)
      action()
    }
    request.open('POST', path)
    request.withCredentials = true
    if (attemptKey !== undefined) request.setRequestHeader('Idempotency-Key', attemptKey)
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      wait()
      onProgress?.({ sentBytes: loaded, totalBytes: total })
    })
    // The answer, when it comes slowly.
    request.addEventListener('progress', wait)
    request.addEventListener('load', () =>
      settle(() => {
        try {
          resolve(readAnswer<T>(path, request, opening))
        } catch (error) {
          reject(error as Error)
        }
      }),
    )
    request.addEventListener('error', () => settle(() => reject(new TypeError('The connection was lost.'))))
    request.addEventListener('abort', () =>
      settle(() => reject(new DOMException('The upload was stopped.', 'AbortError'))),
    )
    if (signal?.aborted === true) return reject(new DOMException('The upload was stopped.', 'AbortError'))
    signal?.addEventListener('abort', abort)
    wait()
    request.send(form)
  })
}

/** @throws ApiError for any answer that is no success; SyntaxError for one of something else, such as a sign-in page of a network */
function readAnswer<T>(path: string, { status, statusText, responseText }: XMLHttpRequest, opening: string | null): T {
  if (status >= 200 && status < 300) return JSON.parse(responseText) as T
  const error = new ApiError(status, statusText, responseText)
  if (status !== 401 || !isStaffCall(path)) throw error
  refuseStaff(opening)
  throw asStaffRefusal(error, 'POST')
}
