/** Why a file could not be fetched, as a sentence for people; it names hosts, and neither paths nor credentials. */
export class RemoteFileProblem extends Error {
  override readonly name = 'RemoteFileProblem'
  /** Whether it may go away by itself, so that another try makes sense. */
  readonly mayPass: boolean
  constructor(message: string, options: { readonly mayPass: boolean }) {
    super(message)
    this.mayPass = options.mayPass
  }
}

const CERTIFICATE_PROBLEMS: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'it has expired',
  CERT_NOT_YET_VALID: 'it is not valid yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'nobody but the server itself vouches for it',
  ERR_TLS_CERT_ALTNAME_INVALID: 'it is of another server',
  SELF_SIGNED_CERT_IN_CHAIN: 'nobody that browsers trust vouches for it',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'nobody that browsers trust vouches for it',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the server does not send who vouches for it',
}
const CONNECTION_PROBLEMS: Readonly<Record<string, string>> = {
  EAI_AGAIN: 'The name cannot be looked up just now',
  ECONNREFUSED: 'The server does not answer',
  EHOSTUNREACH: 'The server cannot be reached',
  ENETUNREACH: 'The server cannot be reached',
  ENOTFOUND: 'There is no server of this name',
  ETIMEDOUT: 'The server does not answer',
}

/** The same as a sentence. @param host that was asked */
export function problemOf(error: unknown, host: string): RemoteFileProblem {
  if (error instanceof RemoteFileProblem) return error
  const code = codeOf(error)
  const certificate = CERTIFICATE_PROBLEMS[code] ?? (code.startsWith('CERT_') ? 'it is not valid' : undefined)
  if (certificate !== undefined)
    return new RemoteFileProblem(`The certificate of ${host} is refused: ${certificate}.`, { mayPass: false })
  if (code.startsWith('ERR_SSL') || code.startsWith('ERR_TLS') || code === 'EPROTO')
    return new RemoteFileProblem(`${host} does not speak TLS as it should.`, { mayPass: false })
  const known = CONNECTION_PROBLEMS[code] ?? 'The connection was lost'
  return new RemoteFileProblem(`${known}: ${host}.`, { mayPass: true })
}

/** The system's code of an error; of a connection that was tried at several addresses, that of the first. */
function codeOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0])
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

/** The server did not keep within the time that it has. @param host that was asked */
export function tooSlow(host: string): RemoteFileProblem {
  return new RemoteFileProblem(`The server takes too long: ${host}.`, { mayPass: true })
}

/** An answer that is no file. */
export function statusProblem(status: number, host: string): RemoteFileProblem {
  const mayPass = status >= 500 || status === 404 || status === 408 || status === 425 || status === 429
  return new RemoteFileProblem(`${STATUS_TEXTS[status] ?? 'The server gave no file'} (${status}): ${host}.`, {
    mayPass,
  })
}

const STATUS_TEXTS: Readonly<Record<number, string>> = {
  401: 'The server refuses the sign-in',
  403: 'The server refuses access',
  404: 'There is no file at this address',
  410: 'There is no file at this address any more',
  429: 'The server wants fewer requests',
  500: 'The server has a problem',
  502: 'The server has a problem',
  503: 'The server is busy',
  504: 'The server is busy',
}
