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
