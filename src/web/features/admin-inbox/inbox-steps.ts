import { inboxEntryPath, verificationPath } from '#contracts/staff-paths'
import type { InboxEntry } from '#contracts/inbox'
import type { VerificationWays } from '#contracts/verification'
import { api } from '../../lib/api-client.ts'
import { takeStep } from '../../lib/api-once.ts'
import { errorMessage } from '../../lib/error-message.ts'

/** By what the person of a privacy request was verified: a call to a number, or the code of a letter. */
export type Proof = { readonly kind: 'phone'; readonly key: string } | { readonly kind: 'code'; readonly code: string }

/** Why a person could not be verified, or no letter could be written to them. */
export function verificationProblem(error: unknown, kind: Proof['kind'] | 'letter'): string {
  return errorMessage(
    error,
    kind === 'letter' ? 'The letter could not be prepared.' : 'The person could not be verified.',
  )
}

/** Confirms a privacy request. @throws as `takeStep` */
export function verifyPerson(id: string, { kind, ...body }: Proof): Promise<VerificationWays> {
  return takeStep({
    send: () => api<VerificationWays>(`${verificationPath(id)}/${kind}`, { method: 'POST', body }),
    read: () => api(verificationPath(id)),
    isTaken: ({ isVerified }) => isVerified,
  })
}

const DECISIONS = { confirm: 'confirmed', refuse: 'refused' } as const

/**
 * Decides about a message that reads as if it named a deleted person.
 * @param onRead called with the entry as it is, when somebody else was faster or the answer did not come
 * @throws as `takeStep`
 */
export function decideErasure(
  id: string,
  choice: keyof typeof DECISIONS,
  onRead: (entry: InboxEntry) => void,
): Promise<InboxEntry> {
  const path = inboxEntryPath(id)
  return takeStep({
    send: () => api<InboxEntry>(`${path}/decision`, { method: 'POST', body: { decision: choice } }),
    read: () => api(path),
    isTaken: ({ suggestion }) => suggestion?.decision === DECISIONS[choice],
    onRead,
  })
}
