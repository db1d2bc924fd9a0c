import { GIVE_UP_AFTER_MS, send } from './api-client.ts'

/** A file that the shop has made, as the browser will save it. */
export interface DownloadedFile {
  readonly name: string
  readonly content: Blob
}

/**
 * Reads a file of the shop's. An answer that has begun is read to its end, however long that takes.
 * @throws ApiError for any answer that is no success; TypeError when the connection is lost, also amid the file;
 *   DOMException AbortError when there is no answer
 */
export async function downloadFile(path: string): Promise<DownloadedFile> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), GIVE_UP_AFTER_MS)
  const response = await send(path, { signal: late.signal }).finally(() => clearTimeout(timer))
  const named = fileNameOf(response.headers.get('content-disposition') ?? '')
  // The page of a proxy, for one, names no file.
  if (named === null) throw new TypeError('The answer is no file.')
  return { name: named, content: await response.blob() }
}

/** The name of an attachment: the exact one where the header has both forms. */
export function fileNameOf(disposition: string): string | null {
  const exact = /filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1]
  if (exact !== undefined) return decodeURIComponent(exact)
  return /filename="([^"]*)"/.exec(disposition)?.[1] ?? null
}

/** Has the browser save the file, as a press on a link to it would. */
export function saveFile({ name, content }: DownloadedFile): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // The browser has taken the file over once the press is through.
  setTimeout(() => URL.revokeObjectURL(link.href))
}
