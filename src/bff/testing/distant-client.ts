import { Worker } from 'node:worker_threads'

const CODE = `
  const { parentPort } = require('node:worker_threads')
  const { get } = require('node:http')
  parentPort.on('message', ({ url, headers }) => {
    get(url, { headers }, (answer) => {
      let bytes = 0
      answer.on('data', (piece) => (bytes += piece.length))
      answer.on('close', () => parentPort.postMessage({ status: answer.complete ? answer.statusCode : 0, bytes }))
    }).on('error', () => parentPort.postMessage({ status: 0, bytes: 0 }))
  })`

/** Asks from another thread, as fast as it can, so that reading a long answer takes nothing of this one. */
export interface DistantClient {
  /** One request at a time; the status is 0 when the answer was cut. */
  get(url: string, headers?: Readonly<Record<string, string>>): Promise<{ status: number; bytes: number }>
  close(): Promise<unknown>
}

export function startDistantClient(): DistantClient {
  const worker = new Worker(CODE, { eval: true })
  return {
    get: (url, headers = {}) =>
      new Promise((resolve) => {
        worker.once('message', resolve)
        worker.postMessage({ url, headers }, [])
      }),
    close: () => worker.terminate(),
  }
}
