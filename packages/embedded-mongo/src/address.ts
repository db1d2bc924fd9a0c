import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The longest path that a Unix socket may have, in bytes: macOS has room for 104 with the zero at the end, Linux for 108. */
const maxPathBytes = 103

/** Where a server can listen: a Unix socket, or a port of the loopback device. */
export type Address = { readonly path: string } | { readonly host: string; readonly port: number }

/** A path for a Unix socket that only this user reaches. */
export interface SocketPlace {
  readonly path: string
  /** Deletes the socket, and the folder that was made for it. */
  remove(): void
}

/** Whether a path can be a socket's. A longer one the system cuts, and what stands behind a % the driver decodes twice. */
function canBeSocket(path: string): boolean {
  return Buffer.byteLength(path) <= maxPathBytes && !path.includes('%')
}

/**
 * Where to make a Unix socket: in the data folder, or where its path cannot be a socket's, in a new folder for temporary
 * files.
 * @returns null when neither path can be one, and on Windows, which has no such sockets for Node
 */
export function socketPlace(dataDir: string): SocketPlace | null {
  if (process.platform === 'win32') return null
  // The driver takes only a path that ends in .sock for a socket.
  const path = join(dataDir, 'database.sock')
  if (canBeSocket(path)) return { path, remove: () => rmSync(path, { force: true }) }
  const prefix = join(tmpdir(), 'embedded-mongo-')
  if (!canBeSocket(`${prefix}XXXXXX/database.sock`)) return null
  // Made with mode 0700.
  const folder = mkdtempSync(prefix)
  return { path: join(folder, 'database.sock'), remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** The URI of a server for the driver. It connects directly: there are no other members of the replica set to find. */
export function uriOf(address: Address): string {
  const host = 'path' in address ? encodeURIComponent(address.path) : `${address.host}:${address.port}`
  return `mongodb://${host}/superprinter?replicaSet=embedded&directConnection=true`
}

/** The address in a URI of `uriOf`. */
export function addressOf(uri: string): Address {
  const { hostname, port } = new URL(uri)
  return hostname.endsWith('.sock') ? { path: decodeURIComponent(hostname) } : { host: hostname, port: Number(port) }
}
