import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TLSSocket } from 'node:tls'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeCertificate } from '../../testing/certificate.ts'

const SCHEMES = ['smtps', 'smtp', 'mongodb', 'rediss'] as const
type Scheme = (typeof SCHEMES)[number]

const folder = mkdtempSync(join(tmpdir(), 'superprinter-tls-'))
const certificate = makeCertificate('localhost')
const certificateFile = join(folder, 'localhost.pem')

/** Goes on over TLS until the first words arrive. */
function encrypt(socket: Socket, scheme: Scheme, hear: () => void): void {
  const encrypted = new TLSSocket(socket, { isServer: true, ...certificate })
  encrypted.on('error', () => {})
  encrypted.once('data', () => {
    hear()
    encrypted.destroy()
  })
  if (scheme === 'smtps') encrypted.write('220 ready\r\n')
}

/** A mail server that offers STARTTLS and would take a mail in clear, too. */
function greetInClear(socket: Socket, hear: () => void): void {
  socket.write('220 ready\r\n')
  socket.on('data', function answer(chunk) {
    if (!chunk.toString().startsWith('STARTTLS')) return void socket.write('250-ready\r\n250 STARTTLS\r\n')
    socket.off('data', answer)
    socket.write('220 go on\r\n')
    encrypt(socket, 'smtp', hear)
  })
}

async function startServer(scheme: Scheme, hear: () => void): Promise<Server> {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    if (scheme === 'smtp') greetInClear(socket, hear)
    else encrypt(socket, scheme, hear)
  }).listen(0, 'localhost')
  await once(server, 'listening')
  return server
}

function urlOf(server: Server, scheme: Scheme, host: string): string {
  const { port } = server.address() as AddressInfo
  const login = scheme === 'mongodb' ? '' : 'shop:ink-and-paper@'
  return `${scheme}://${login}${host}:${port}${scheme === 'mongodb' ? '/shop?tls=true' : ''}`
}

/** What comes of greeting a server of each kind in a process of its own, and which of them heard a word over TLS. */
async function greet(host: string, trusted?: string) {
  const heard = new Set<Scheme>()
  const servers = await Promise.all(SCHEMES.map((scheme) => startServer(scheme, () => void heard.add(scheme))))
  const urls = servers.map((server, index) => urlOf(server, SCHEMES[index] as Scheme, host))
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', 'src/testing/encrypted-clients.ts', ...urls],
    { env: { ...process.env, NODE_EXTRA_CA_CERTS: trusted } },
  )
  for (const server of servers) server.close()
  return { outcomes: JSON.parse(stdout) as string[], heard: [...heard].toSorted() }
}

let greetings: readonly Awaited<ReturnType<typeof greet>>[]
beforeAll(async () => {
  writeFileSync(certificateFile, certificate.cert)
  greetings = await Promise.all([
    greet('localhost'),
    greet('127.0.0.1', certificateFile),
    greet('localhost', certificateFile),
  ])
})
afterAll(() => rmSync(folder, { recursive: true }))

describe('an encrypted connection to a mail server, MongoDB or Redis', () => {
  it('is not used when nobody vouches for the certificate, and says so', () => {
    const said = SCHEMES.map(() => expect.stringMatching(/self.signed certificate/) as string)
    expect(greetings[0]).toEqual({ outcomes: said, heard: [] })
  })

  it('is not used when the certificate is for another name', () => {
    const said = SCHEMES.map(() => expect.stringMatching(/altnames/) as string)
    expect(greetings[1]).toEqual({ outcomes: said, heard: [] })
  })

  it('is used when a certificate authority of the host vouches for the name', () => {
    expect(greetings[2]?.heard).toEqual([...SCHEMES].toSorted())
  })
})
