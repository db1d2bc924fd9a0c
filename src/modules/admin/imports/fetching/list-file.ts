import type { RemoteFile } from '#platform/remote-file/fetch-remote-file'
import { RemoteFileProblem } from '#platform/remote-file/remote-file-problem'
import { ZIP } from '../reading/workbook.ts'

const HTML = /^\ufeff?\s*<(?:!doctype html|html|head|\?xml[^>]*>\s*<html)/i
const START_BYTES = 512

/**
 * A fetched file as `storeFile` takes it. Its first bytes say what it is, for servers call lists anything.
 * @throws RemoteFileProblem for a page of the web, which is what a server shows whom it does not let in
 */
export async function listFileOf({ bytes, fileName }: Pick<RemoteFile, 'bytes' | 'fileName'>): Promise<{
  readonly fileName: string
  readonly mimeType: string
  readonly bytes: AsyncIterable<Buffer>
}> {
  const parts = bytes[Symbol.asyncIterator]()
  const first: Buffer[] = []
  let length = 0
  while (length < START_BYTES) {
    const { value, done } = await parts.next()
    if (done === true) break
    first.push(value)
    length += value.length
  }
  const start = Buffer.concat(first)
  async function* whole(): AsyncIterable<Buffer> {
    try {
      if (start.length > 0) yield start
      for (let next = await parts.next(); next.done !== true; next = await parts.next()) yield next.value
    } finally {
      await parts.return?.()
    }
  }
  if (HTML.test(start.subarray(0, START_BYTES).toString('latin1').replace(/^ï»¿/, ''))) {
    await parts.return?.()
    throw new RemoteFileProblem('The address shows a web page and no list. Does it need a sign-in?', { mayPass: false })
  }
  const isXlsx = start.subarray(0, ZIP.length).equals(ZIP)
  const plain = fileName.replace(/\.[a-z0-9]{1,5}$/i, '')
  return {
    fileName: `${plain}.${isXlsx ? 'xlsx' : 'csv'}`,
    mimeType: isXlsx ? '' : 'text/csv',
    bytes: whole(),
  }
}
