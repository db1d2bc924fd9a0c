declare module 'mongodb/lib/cmap/connection.js' {
  import type { Socket } from 'node:net'

  /** The part of the driver's own connection that `driver-connection.ts` extends. The driver has no types for it. */
  export class Connection {
    constructor(socket: Socket, options: object)
    readonly socket: Socket
    readonly closed: boolean
    /** What it ended of; null while it is open. */
    readonly error: Error | null
    /** Sends a command, and returns what the server answers. */
    command(namespace: { readonly db: string }, command: object, options: object): Promise<unknown>
    /** Resolves when the socket has taken the whole command. */
    writeCommand(command: unknown, options: unknown): Promise<void>
    /** Ends the connection; its error is what all fails of that waits for an answer. */
    cleanup(error: Error): void
    destroy(): void
  }
}
