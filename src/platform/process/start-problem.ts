import type { Config } from '../config/config.ts'
import { diskProblem, isDatabaseUnavailable, isNotAllowed } from '../database/unavailable.ts'
import { StartRefused } from '../errors/start-refused.ts'

type Listening = Pick<Config, 'HOST' | 'PORT'>

/** By the system's names for what keeps a process from listening. */
const LISTENING: Readonly<Record<string, (at: Listening) => string>> = {
  EADDRINUSE: ({ HOST, PORT }) =>
    `Port ${PORT} of ${HOST} is taken, perhaps by another shop: end that program, or choose another PORT.`,
  EACCES: ({ PORT }) =>
    `The user of this process may not open port ${PORT}: choose a PORT from 1024 on, with a proxy in front of it.`,
  EADDRNOTAVAIL: ({ HOST }) => otherMachine(HOST),
  ENOTFOUND: ({ HOST }) => otherMachine(HOST),
  EAI_AGAIN: ({ HOST }) => otherMachine(HOST),
}

export const DATABASE_AWAY =
  'The database does not answer: check MONGODB_URI, that the server runs, and that this machine may connect to it.'

export const NOT_ALLOWED =
  'The user of MONGODB_URI may not read and write its database: give it the role readWrite there, or name another user.'

/** V8 reserves 10 GB of addresses for each memory of the catalog's index, whatever is in it. */
const TOO_FEW_ADDRESSES =
  'This process may not reserve the address space that the shop needs (80 GB, or 15 with CATALOG_SEARCH=database), most of which it never fills: lift the limit, with "ulimit -v unlimited" or LimitAS=infinity in its unit of systemd.'

const otherMachine = (host: string) =>
  `HOST must be an address or a name of this machine, such as 127.0.0.1, or 0.0.0.0 for all of them; ${host} is none.`

/**
 * What the owner can do about the error that ended the start, as a sentence.
 * @returns null for an error that nobody foresaw, whose stack is worth more than a sentence
 */
export function startProblem(error: unknown, at: Listening): string | null {
  if (error instanceof StartRefused) return error.message
  const fullDisk = diskProblem(error)
  if (fullDisk !== null) return fullDisk
  if (isNotAllowed(error)) return NOT_ALLOWED
  if (isDatabaseUnavailable(error)) return DATABASE_AWAY
  if (!(error instanceof Error)) return null
  if (error instanceof RangeError && /could not allocate memory|allocation failed|out of memory/i.test(error.message))
    return TOO_FEW_ADDRESSES
  const { code, syscall } = error as NodeJS.ErrnoException
  if (code === undefined || (syscall !== 'listen' && syscall !== 'getaddrinfo')) return null
  return LISTENING[code]?.(at) ?? null
}
