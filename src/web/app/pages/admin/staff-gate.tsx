import { useEffect, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { SWRConfig } from 'swr'
import { useStaffGate, type StaffGate as Gate } from '../../../features/admin-gate/use-staff-gate.ts'
import { api } from '../../../lib/api-client.ts'
import { lazyPart, NOT_LOADED_ADVICE, useReconnection, type FailedProps } from '../../../lib/lazy-part.tsx'
import { paths } from '../../../lib/paths.ts'
import { whenIdle } from '../../../lib/when-idle.ts'
import { FailureNote } from '../../../ui/async.tsx'
import { Cover } from '../../../ui/cover.tsx'
import { KeptTyping } from '../../../ui/kept-typing.tsx'

/** Nobody who is signed in waits for the form's script; it is loaded before the session ends, or the connection. */
const GateForm = lazyPart(
  () => import('../../../features/admin-gate/gate-form.tsx').then((module) => module.GateForm),
  { Failed: GateFailed },
)

function GateFailed(failed: FailedProps<object>) {
  useReconnection(failed)
  const { isNotLoaded, retry, isRetrying } = failed
  if (isRetrying) return null
  const message = isNotLoaded
    ? `The sign-in could not be loaded. ${NOT_LOADED_ADVICE}`
    : 'Something went wrong in the sign-in. It is our mistake, not yours.'
  return <FailureNote message={message} onRetry={retry} />
}

/**
 * The admin guard (specification 2, section 2): the gate, or what lies behind it. When a session ends by itself, the
 * gate covers what is open instead of taking it away, so that nothing that was typed is lost.
 */
export function StaffGate({ children }: { readonly children: (gate: Gate) => ReactNode }) {
  const gate = useStaffGate()
  useEffect(() => whenIdle(GateForm.preload), [])
  if (!gate.isUnlocked && !gate.isKept)
    return (
      <main id="content" tabIndex={-1} className="grid min-h-dvh content-center">
        <GateForm notice={gate.notice} onGranted={gate.open}>
          <p className="text-center text-sm">
            <Link to={paths.home()} className="text-link">
              See the shop
            </Link>
          </p>
        </GateForm>
      </main>
    )
  return (
    // A refused call is an error, not an empty answer: what is on screen stays.
    <SWRConfig value={{ isPaused: () => !gate.isUnlocked, fetcher: api }}>
      {children(gate)}
      {gate.isKept && (
        <Cover title="Admin Access">
          <GateForm notice={gate.notice} onGranted={gate.open}>
            <KeptTyping />
          </GateForm>
        </Cover>
      )}
    </SWRConfig>
  )
}
