import { afterEach, beforeEach, vi } from 'vitest'

/** What `fetch` throws where there is no connection. */
export const LOST = new TypeError('Failed to fetch')

/** Stands for the shop in each test of a file: it answers what the test tells it to, call by call. */
export function stubShop() {
  const sent = vi.fn<(path: string, request: RequestInit) => Promise<Response>>()
  beforeEach(() => void vi.stubGlobal('fetch', sent))
  afterEach(() => {
    vi.unstubAllGlobals()
    sent.mockReset()
  })
  return {
    sent,
    answers: (body: object, status = 200) => sent.mockResolvedValueOnce(Response.json(body, { status })),
    loses: () => sent.mockRejectedValueOnce(LOST),
  }
}
