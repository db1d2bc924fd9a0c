import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { downloadFile, fileNameOf } from './download.ts'

const sent = vi.fn<(path: string, request: RequestInit) => Promise<Response>>()
beforeEach(() => vi.stubGlobal('fetch', sent))
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  sent.mockReset()
})

const answer = (body: string, init: ResponseInit) => sent.mockImplementation(async () => new Response(body, init))

describe('a file that the shop makes', () => {
  test('has the name that the shop gave it', async () => {
    answer('number\n100001\n', { headers: { 'content-disposition': 'attachment; filename="orders.csv"' } })
    const { name, content } = await downloadFile('/api/admin/orders.csv')
    expect(name).toBe('orders.csv')
    expect(await content.text()).toBe('number\n100001\n')
  })

  test('has its exact name where a header cannot carry it', () => {
    expect(fileNameOf(`attachment; filename="Preise _.csv"; filename*=UTF-8''Preise%20%E2%82%AC.csv`)).toBe(
      'Preise €.csv',
    )
    expect(fileNameOf('inline')).toBeNull()
  })

  test('is not the page of a proxy, nor an error', async () => {
    answer('<html>Sign in to the network</html>', { headers: { 'content-type': 'text/html' } })
    await expect(downloadFile('/api/admin/orders.csv')).rejects.toThrow('no file')
    answer('{}', { status: 503 })
    await expect(downloadFile('/api/admin/orders.csv')).rejects.toMatchObject({ status: 503 })
  })

  test('is given up before its answer begins, and never after that', async () => {
    vi.useFakeTimers()
    sent.mockImplementation(
      (_path, { signal }) =>
        new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error))),
    )
    const lost = downloadFile('/api/admin/orders.csv').catch((thrown: unknown) => thrown)
    await vi.advanceTimersByTimeAsync(120_000)
    expect(await lost).toMatchObject({ name: 'AbortError' })

    answer('x', { headers: { 'content-disposition': 'attachment; filename="x.csv"' } })
    await downloadFile('/api/admin/orders.csv')
    await vi.advanceTimersByTimeAsync(120_000)
    expect(sent.mock.lastCall?.[1].signal?.aborted).toBe(false)
  })
})
