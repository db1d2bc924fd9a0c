import type { FastifyRequest } from 'fastify'
import { staffSessionOf } from '../auth/staff-access.ts'
import type { SignInLimit } from './sign-in-limit.ts'

/** Runs what asks signed-in staff for their password. */
export type OwnPasswordLimit = <Result>(request: FastifyRequest, attempt: () => Promise<Result>) => Promise<Result>

/** A wrong current password counts like a failed sign-in of the person. */
export function createOwnPasswordLimit(signInLimit: SignInLimit): OwnPasswordLimit {
  return (request, attempt) => signInLimit(request, `staff ${staffSessionOf(request).person.id}`, attempt)
}
