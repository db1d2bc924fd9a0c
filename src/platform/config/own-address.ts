import type { Config } from './config.ts'

/**
 * The origin at which people reach this process, for links in mails and for the line that a start prints.
 * Without PUBLIC_URL it is this machine, for trying out the shop.
 */
export function ownAddress({ PUBLIC_URL, HOST, PORT }: Pick<Config, 'PUBLIC_URL' | 'HOST' | 'PORT'>): string {
  if (PUBLIC_URL !== null) return PUBLIC_URL
  const isEveryAddress = HOST === '0.0.0.0' || HOST === '::'
  return `http://${isEveryAddress ? 'localhost' : HOST.includes(':') ? `[${HOST}]` : HOST}:${PORT}`
}

/**
 * Where the web process listens. For `localhost` Fastify would open a second listener at the machine's other loopback
 * address, which has none of the limits that connections to the first one get (`bff/hardening`): there is one.
 */
export function listenerOf({ HOST, PORT }: Pick<Config, 'HOST' | 'PORT'>): {
  readonly host: string
  readonly port: number
} {
  return { host: HOST === 'localhost' ? '127.0.0.1' : HOST, port: PORT }
}
