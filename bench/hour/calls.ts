import type { SignedIn } from '../customers.ts'
import type { RunningProcess } from '../process.ts'

const JSON_BODY = { 'content-type': 'application/json' }

/** Asks a shop, and notes what no shop should answer. */
export interface Calls {
  /** Answers that no shop gives, and requests without any. */
  readonly wrong: string[]
  /** Whether a call worked. A process that has too much to do says so, and is asked again later; that is no wrong answer. */
  look(what: string, status: number): boolean
  /** What a signed-in person gets as JSON; null when the call did not work, or the answer is something else. */
  call<Body>(
    path: string,
    signedIn: SignedIn,
    options?: { readonly method?: string; readonly body?: object | FormData },
  ): Promise<Body | null>
}

export function createCalls(shop: RunningProcess): Calls {
  const wrong: string[] = []

  function look(what: string, status: number): boolean {
    if (status === 401 || status === 0 || (status >= 500 && status !== 503)) wrong.push(`${what}: ${status}`)
    return status >= 200 && status < 300
  }

  return {
    wrong,
    look,
    async call<Body>(
      path: string,
      signedIn: SignedIn,
      { method = 'GET', body }: { readonly method?: string; readonly body?: object | FormData } = {},
    ): Promise<Body | null> {
      const isForm = body instanceof FormData
      const answer = await fetch(shop.url + path, {
        method,
        headers: { ...signedIn, ...(body !== undefined && !isForm && JSON_BODY) },
        ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
      })
      const text = await answer.text()
      if (!look(`${method} ${path}`, answer.status) || text === '') return null
      return answer.headers.get('content-type')?.startsWith('application/json') === true
        ? (JSON.parse(text) as Body)
        : null
    },
  }
}
