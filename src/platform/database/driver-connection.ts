import { Connection } from 'mongodb/lib/cmap/connection.js'

/**
 * A connection of the driver on which everything fails with the connection's own error, also a command that is still being
 * sent.
 *
 * The driver waits by itself for a socket that does not take a command at once, because the command is large or the other
 * end has just closed. It passes on what the system then says ("write EPIPE", "read ECONNRESET"): an error that could be any
 * connection's, of which the driver does not know that it may try again, and at which a commit fails with a TypeError.
 * Where the driver itself gave the connection up, after a timeout or in a network that has gone, such a command waited for
 * ever and kept its place in the pool.
 */
class DriverConnection extends Connection {
  override cleanup(error: Error): void {
    // What waits for the socket hears of an error alone.
    if (!this.closed) this.socket.destroy(error)
    super.cleanup(error)
  }

  override async writeCommand(command: unknown, options: unknown): Promise<void> {
    try {
      await super.writeCommand(command, options)
    } catch (error) {
      throw this.error ?? error
    }
  }
}

/** For the options of a client; the driver takes it, and its types do not name it. */
export const DRIVER_CONNECTION = { connectionType: DriverConnection } as const
