import type { FastifyRequest } from 'fastify'
import { accountDigest } from '#platform/log/account-digest'
import { AppError } from '#platform/errors/errors'
import type { Logger } from '#platform/log/logger'

/** What an operator looks for to see or to follow an attack (docs/operations.md, "Who signed in from where"). */
export type SecurityEvent =
  | 'account.created'
  | 'sign-in'
  | 'sign-in.refused'
  | 'sign-in.blocked'
  | 'password.changed'
  | 'email.change-requested'
  | 'email.confirmed'
  | 'email.change-undone'
  | 'email.declined'
  | 'staff.sign-in'
  | 'staff.sign-in.refused'
  | 'staff.sign-in.blocked'
  | 'staff.signed-out-everywhere'
  | 'staff.invited'
  | 'staff.joined'
  | 'staff.role-changed'
  | 'staff.signed-out'
  | 'staff.access-ended'
  | 'staff.password-changed'
  | 'staff.recovery-codes-renewed'
  | 'staff.passkey-added'
  | 'staff.passkey-removed'
  | 'customer.signed-out'

const WARNINGS: ReadonlySet<SecurityEvent> = new Set([
  'sign-in.refused',
  'sign-in.blocked',
  'staff.sign-in.refused',
  'staff.sign-in.blocked',
])

export interface SecurityDetails {
  readonly userId?: string
  /** Written as a digest, so that the log names nobody who does not know the secret. */
  readonly email?: string
  /** The code of the error. */
  readonly reason?: string
}

/** Writes one line for each event, with the address that it came from. Passwords and tokens are never in it. */
export type SecurityLog = (request: FastifyRequest, event: SecurityEvent, details?: SecurityDetails) => void

/** @param secret the key of the digests, so that nobody can try addresses against them without it */
export function createSecurityLog(logger: Logger, secret: string): SecurityLog {
  return (request, event, { email, ...details } = {}) => {
    const line = {
      event,
      address: request.ip,
      account: email === undefined ? undefined : accountDigest(email, secret),
      ...details,
      requestId: request.id,
      route: request.routeOptions.url,
    }
    if (WARNINGS.has(event)) logger.warn(line, 'security')
    else logger.info(line, 'security')
  }
}

/**
 * Runs an attempt at something secret, and writes a line when it is refused or blocked.
 * @param isRefusal which errors say that the secret was wrong
 */
export async function withRefusalsNoted<Result>(
  note: (outcome: 'refused' | 'blocked', reason: string) => void,
  isRefusal: (error: AppError) => boolean,
  attempt: () => Promise<Result>,
): Promise<Result> {
  try {
    return await attempt()
  } catch (error) {
    if (error instanceof AppError && error.kind === 'too-many') note('blocked', error.code)
    else if (error instanceof AppError && isRefusal(error)) note('refused', error.code)
    throw error
  }
}
