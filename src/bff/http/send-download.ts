import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from '#platform/log/logger'

/**
 * Sends a file, CSV or a workbook, that is read while it is sent, no faster than the reader takes it. What fails before
 * the first piece is answered as any other error. What fails later is logged, and cuts the answer so that nobody takes it
 * for the whole: over HTTP/1.0, which many proxies speak, a file ends where its connection is closed, so the connection is
 * reset.
 */
export function sendDownload(
  request: FastifyRequest,
  reply: FastifyReply,
  { fileName, pieces }: { readonly fileName: string; readonly pieces: AsyncIterable<string | Buffer> },
  logger: Logger,
): FastifyReply {
  const body = Readable.from(pieces)
  body.on('error', (error) => {
    if (!reply.raw.headersSent) return
    logger.error({ err: error, requestId: request.id, route: request.routeOptions.url }, 'an answer was cut')
    request.raw.socket.resetAndDestroy()
  })
  return reply
    .headers({
      'content-type': /\.xlsx$/i.test(fileName) ? 'application/octet-stream' : 'text/csv; charset=utf-8',
      'content-disposition': attachment(fileName),
      'cache-control': 'no-store',
    })
    .send(body)
}

/** A name that a header cannot carry as it is goes in both forms: older clients know only the first. */
function attachment(fileName: string): string {
  const plain = fileName.replaceAll(/[^\w .()-]/g, '_')
  const exact = plain === fileName ? '' : `; filename*=UTF-8''${encodeURIComponent(fileName)}`
  return `attachment; filename="${plain}"${exact}`
}
