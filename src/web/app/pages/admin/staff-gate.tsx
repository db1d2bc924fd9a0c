import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { SWRConfig } from 'swr'
import { GateForm } from '../../../features/admin-gate/gate-form.tsx'
import { useStaffGate, type StaffGate as Gate } from '../../../features/admin-gate/use-staff-gate.ts'
import { api } from '../../../lib/api-client.ts'
import { paths } from '../../../lib/paths.ts'
import { Cover } from '../../../ui/cover.tsx'

/**
 * The admin guard (specification 2, section 2): the gate, or what lies behind it. When a session ends by itself, the
 * gate covers what is open instead of taking it away, so that nothing that was typed is lost.
 */
export function StaffGate({ children }: { readonly children: (gate: Gate) => ReactNode }) {
  const gate = useStaffGate()
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
            <p className="text-center text-sm text-soft">
              What you were typing is kept until you are back.{' '}
              <Link to={paths.home()} className="underline">
                Leave without it
              </Link>
            </p>
          </GateForm>
        </Cover>
      )}
    </SWRConfig>
  )
}
