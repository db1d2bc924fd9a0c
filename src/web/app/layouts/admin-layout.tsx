import { LogOut } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { SWRConfig } from 'swr'
import { GateForm } from '../../features/admin-gate/gate-form.tsx'
import { useStaffGate } from '../../features/admin-gate/use-staff-gate.ts'
import { api } from '../../lib/api-client.ts'
import { Button } from '../../ui/button.tsx'
import { Cover } from '../../ui/cover.tsx'
import { paths } from '../../lib/paths.ts'

/**
 * The admin guard (specification 2, section 2): the gate, or what lies behind it with the way out. When a session ends
 * by itself, the gate covers what is open instead of taking it away, so that nothing that was typed is lost.
 */
export function AdminLayout({ children }: { readonly children: ReactNode }) {
  const gate = useStaffGate()
  if (!gate.isUnlocked && !gate.isKept) return <GateForm notice={gate.notice} onGranted={gate.open} />
  return (
    // A refused call is an error, not an empty answer: what is on screen stays.
    <SWRConfig value={{ isPaused: () => !gate.isUnlocked, fetcher: api }}>
      <div className="wrap grid grid-cols-[minmax(0,1fr)] gap-5 py-5 sm:py-7">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h1 tabIndex={-1} className="text-2xl sm:text-4xl">
            Admin Dashboard
          </h1>
          <div className="flex flex-wrap gap-1">
            <Button variant="ghost" size="small" onClick={() => void gate.logOutEverywhere()}>
              Sign out everywhere
            </Button>
            <Button variant="quiet" size="small" onClick={() => void gate.logOut()}>
              <LogOut aria-hidden="true" className="size-4" />
              Logout
            </Button>
          </div>
        </div>
        {children}
      </div>
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
