import { useDeferredValue, useState, type ReactNode } from 'react'
import type { User } from '#contracts/identity'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { useSession } from '../../lib/session.ts'

const SessionEnded = lazyPart(() => import('./session-ended.tsx').then((module) => module.SessionEnded))

interface CustomerGateProps {
  /** While it is not known who visits. */
  readonly loading?: ReactNode
  /** For those who are not signed in. */
  readonly denied?: ReactNode
  /** Whether something would be lost when the session ends; a screen that has nothing to lose goes on without it. */
  readonly isKeeping?: boolean
  /** False while the screen leads to the sign-in page in another way. */
  readonly isCovered?: boolean
  readonly children: (user: User) => ReactNode
}

/**
 * What only a customer who is signed in sees. When the session ends by itself, sign-in covers what is open instead of
 * taking it away, so that nothing that was typed is lost; after signing in the customer is where they were. What is open
 * stays also while the shop cannot say who visits.
 */
export function CustomerGate({
  loading = null,
  denied = null,
  isKeeping = true,
  isCovered = true,
  children,
}: CustomerGateProps) {
  const session = useSession()
  // Deferred: a whole screen appears with the answer, in steps between which a press is answered.
  const user = useDeferredValue(session.user)
  const isOnItsWay = user === null && session.user !== null
  const [known, setKnown] = useState<User | null>(null)
  const isOver = session.hasEnded || (isOnItsWay && session.user?.id !== known?.id)
  const isKept = isKeeping && user === null && (isOver || isOnItsWay || session.hasFailed) && known !== null
  const isLoading = session.isLoading || (isOnItsWay && !isKept)
  if (!isLoading && user !== known && !isKept) setKnown(user)
  if (isLoading) return loading
  const customer = user ?? (isKept ? known : null)
  if (customer === null) return denied
  return (
    <>
      {children(customer)}
      {isKept && isOver && isCovered && <SessionEnded />}
    </>
  )
}
