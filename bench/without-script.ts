import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

const compress = promisify(brotliCompress)
const SCRIPTS = /<script\b[^>]*>[\s\S]*?<\/script>|<link\b[^>]*rel="modulepreload"[^>]*>/g

/**
 * The same shop without script: passes everything on, but takes scripts and their preloads out of pages, and packs these
 * as the shop does. Pages are made ahead of time, so that no browser waits for the work done here.
 * @param pages HTML by path
 */
export async function startWithoutScript(
  shopUrl: string,
  pages: ReadonlyMap<string, string>,
): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const bodies = new Map<string, Buffer>()
  for (const [path, html] of pages) {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 5 }
    bodies.set(path, await compress(html.replaceAll(SCRIPTS, ''), { params }))
  }
  const server = createServer((asked, answer) => {
    const body = bodies.get(asked.url ?? '')
    if (body === undefined) return passOn(shopUrl, asked, answer)
    answer.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-encoding': 'br',
      'content-length': body.length,
    })
    answer.end(body)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  return {
    url: `http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function passOn(shopUrl: string, asked: IncomingMessage, answer: ServerResponse): void {
  request(shopUrl + asked.url, { headers: asked.headers }, (real) => {
    answer.writeHead(real.statusCode ?? 502, real.headers)
    real.pipe(answer)
  })
    .on('error', () => answer.destroy())
    .end()
}
