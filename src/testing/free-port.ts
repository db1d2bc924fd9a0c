import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ports that systems give out by themselves, so that none of these goes to another test meanwhile. */
const [FROM, TO] = [15_000, 32_000]

/**
 * A free port on the loopback interface, which stays free when it is given up for a while.
 * @throws what `listen` says of a machine that lets nobody listen
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FROM, TO)
    const server = createServer().listen(port, '127.0.0.1')
    try {
      await once(server, 'listening')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') continue
      throw error
    }
    server.close()
    await once(server, 'close')
    return port
  }
}
