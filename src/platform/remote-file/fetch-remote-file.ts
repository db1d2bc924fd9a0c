import type { IncomingMessage } from 'node:http'
import { MINUTE_MS } from '../time/durations.ts'
import { createAskPublicServer, PUBLIC_INTERNET, type RemoteNetwork, type ServerPatience } from './ask-public-server.ts'
import { fileNameOf } from './file-name.ts'
import { problemOf, RemoteFileProblem, statusProblem, tooSlow } from './remote-file-problem.ts'

/** What a server may keep a worker busy with. */
export interface RemoteFileLimits extends ServerPatience {
  readonly redirects: number
  /** Until all bytes are here. */
  readonly wholeMs: number
}

export interface RemoteFileRequest {
  /** Begins with https:// */
  readonly url: string
  /** Sent to the address itself, and to no other server that it leads to. */
  readonly credentials: Readonly<Record<string, string>>
  /** What the last answer was marked with: the server may say that nothing changed. */
  readonly etag: string | null
  readonly lastModified: string | null
  readonly maxBytes: number
  readonly signal: AbortSignal
}

/** A file that is on its way. Its name and type are what the server says, and may be wrong. */
export interface RemoteFile {
  /** @throws RemoteFileProblem while it is read */
  readonly bytes: AsyncIterable<Buffer>
  readonly fileName: string
  readonly mimeType: string
  readonly etag: string | null
  readonly lastModified: string | null
}

/**
 * Asks for a file at an address that somebody typed; null when it is the same as before.
 * @throws RemoteFileProblem
 */
export type FetchRemoteFile = (wanted: RemoteFileRequest) => Promise<RemoteFile | null>

const LIMITS: RemoteFileLimits = { redirects: 2, connectMs: 10_000, silentMs: 30_000, wholeMs: 5 * MINUTE_MS }
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/** Follows redirects; the credentials go to no server but the first. */
export function createFetchRemoteFile(
  network: RemoteNetwork = PUBLIC_INTERNET,
  limits: RemoteFileLimits = LIMITS,
): FetchRemoteFile {
  const askPublicServer = createAskPublicServer(network, limits)

  return async function fetchRemoteFile(wanted) {
    let url = httpsUrl(wanted.url)
    const { origin } = url
    let { credentials } = wanted
    const whole = AbortSignal.timeout(limits.wholeMs)
    for (let redirects = 0; ; redirects += 1) {
      const headers = headersFor(wanted, credentials)
      const response = await askPublicServer(url, { headers, whole, signal: wanted.signal })
      const { location } = response.headers
      if (!REDIRECTS.has(response.statusCode ?? 0) || location === undefined)
        return answerOf(response, url, wanted, whole)
      response.destroy()
      if (redirects === limits.redirects)
        throw new RemoteFileProblem(`The address leads on more than ${limits.redirects} times.`, { mayPass: false })
      url = httpsUrl(location, url)
      if (url.origin !== origin) credentials = {}
    }
  }
}

function headersFor(
  { etag, lastModified }: RemoteFileRequest,
  credentials: RemoteFileRequest['credentials'],
): Record<string, string> {
  return {
    accept: 'text/csv, application/vnd.openxmlformats-officedocument.spreadsheetml.sheet, */*;q=0.5',
    'accept-encoding': 'identity',
    'user-agent': 'Superprinter price lists',
    ...(etag === null ? {} : { 'if-none-match': etag }),
    ...(lastModified === null ? {} : { 'if-modified-since': lastModified }),
    ...credentials,
  }
}

/** Null when the file is the same as before. @throws RemoteFileProblem */
function answerOf(
  response: IncomingMessage,
  url: URL,
  wanted: RemoteFileRequest,
  whole: AbortSignal,
): RemoteFile | null {
  try {
    if (response.statusCode === 304 && (wanted.etag ?? wanted.lastModified) !== null) {
      response.destroy()
      return null
    }
    refuseUnfit(response, url, wanted.maxBytes)
  } catch (error) {
    response.destroy()
    throw error
  }
  const { etag = null, 'last-modified': lastModified = null, 'content-type': type = '' } = response.headers
  return {
    bytes: bodyOf(response, url, wanted.signal, whole),
    fileName: fileNameOf(response.headers['content-disposition'], url),
    mimeType: type.split(';')[0]?.trim().toLowerCase() ?? '',
    etag,
    lastModified,
  }
}

async function* bodyOf(
  response: IncomingMessage,
  url: URL,
  signal: AbortSignal,
  whole: AbortSignal,
): AsyncIterable<Buffer> {
  try {
    for await (const part of response) yield part as Buffer
  } catch (error) {
    throw whole.aborted ? tooSlow(url.hostname) : signal.aborted ? error : problemOf(error, url.hostname)
  }
}

/** @throws RemoteFileProblem for an answer that is no file, or one that is too large by its own account */
function refuseUnfit({ statusCode = 0, headers }: IncomingMessage, url: URL, maxBytes: number): void {
  if (statusCode !== 200) throw statusProblem(statusCode, url.hostname)
  const { 'content-encoding': encoding = 'identity', 'content-length': length } = headers
  if (encoding !== 'identity')
    throw new RemoteFileProblem(
      `The file comes packed (${encoding.slice(0, 20)}), although it was asked for as it is.`,
      {
        mayPass: false,
      },
    )
  if (length !== undefined && Number(length) > maxBytes)
    throw new RemoteFileProblem(`The file has more than ${maxBytes / 1024 / 1024} MB.`, { mayPass: false })
}

/** @throws RemoteFileProblem */
function httpsUrl(text: string, base?: URL): URL {
  const url = URL.canParse(text, base) ? new URL(text, base) : null
  if (url === null || url.protocol !== 'https:')
    throw new RemoteFileProblem(
      base === undefined
        ? 'The address does not begin with https://.'
        : `${base.hostname} leads on to an address that does not begin with https://.`,
      { mayPass: false },
    )
  // The name and password of an address that a server gives are nothing to sign in with.
  url.username = ''
  url.password = ''
  return url
}
