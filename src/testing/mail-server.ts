import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'

/** A received mail, decoded. */
export interface ReceivedMail {
  readonly to: string
  /** The line of its head that names the recipient. */
  readonly toLine: string
  readonly subject: string
  readonly messageId: string
  readonly text: string
  readonly html: string
}

export interface MailServer {
  /** For `SMTP_URL`. */
  readonly url: string
  readonly received: readonly ReceivedMail[]
  stop(): Promise<void>
}

/**
 * Starts an SMTP server on the loopback interface that accepts and records every mail.
 * @param port a free one unless given, for a server that comes back
 */
export async function startMailServer(port = 0): Promise<MailServer> {
  const received: ReceivedMail[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    serve(socket, (to, source) => void received.push(readMail(to, source)))
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    async stop() {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}

/** The server side of SMTP, as far as a correct client needs it. */
function serve(socket: Socket, onMail: (to: string, source: string) => void): void {
  let unread = ''
  let to = ''
  let data: string[] | null = null
  socket.write('220 ready\r\n')
  socket.on('data', (chunk) => {
    unread += chunk.toString('latin1')
    for (let end = unread.indexOf('\r\n'); end >= 0; end = unread.indexOf('\r\n')) {
      const line = unread.slice(0, end)
      unread = unread.slice(end + 2)
      if (data === null) {
        if (/^RCPT/i.test(line)) to = /<([^>]*)>/.exec(line)?.[1] ?? ''
        if (/^DATA/i.test(line)) data = []
        socket.write(data === null ? '250 ok\r\n' : '354 go on\r\n')
      } else if (line === '.') {
        onMail(to, data.join('\r\n'))
        data = null
        socket.write('250 accepted\r\n')
      } else data.push(line.replace(/^\.\./, '.'))
    }
  })
}

function readMail(to: string, source: string): ReceivedMail {
  const { headers, body } = splitPart(source)
  const boundary = /boundary="?([^";]+)"?/.exec(headers.get('content-type') ?? '')?.[1]
  const parts = boundary === undefined ? [source] : body.split(`--${boundary}`).map((part) => part.replace(/^\r\n/, ''))
  const textOf = (type: string) => {
    const found = parts.map(splitPart).find((part) => part.headers.get('content-type')?.startsWith(type))
    return found === undefined ? '' : decode(found.body, found.headers.get('content-transfer-encoding') ?? '7bit')
  }
  return {
    to,
    toLine: headers.get('to') ?? '',
    subject: headers.get('subject') ?? '',
    messageId: headers.get('message-id') ?? '',
    text: textOf('text/plain').replaceAll('\r\n', '\n').trimEnd(),
    html: textOf('text/html').trimEnd(),
  }
}

function splitPart(source: string): { readonly headers: ReadonlyMap<string, string>; readonly body: string } {
  const end = source.indexOf('\r\n\r\n')
  const lines = source
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const headers = new Map(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  return { headers, body: source.slice(end + 4) }
}

function decode(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString()
  if (encoding !== 'quoted-printable') return Buffer.from(body, 'latin1').toString()
  const bytes = body
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
