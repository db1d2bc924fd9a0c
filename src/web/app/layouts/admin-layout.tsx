import { LogOut } from 'lucide-react'
import type { ReactNode } from 'react'
import { GateForm } from '../../features/admin-gate/components/gate-form.tsx'
import { useStaffGate } from '../../features/admin-gate/use-staff-gate.ts'
import { Button } from '../../ui/button.tsx'

/** The admin guard (specification 2, section 2): the gate, or what lies behind it with the way out. */
export function AdminLayout({ children }: { readonly children: ReactNode }) {
  const gate = useStaffGate()
  if (!gate.isUnlocked) return <GateForm notice={gate.notice} onGranted={gate.open} />
  return (
    <div className="wrap grid grid-cols-[minmax(0,1fr)] gap-5 py-5 sm:py-7">
      <div className="flex items-center justify-between gap-3">
        <h1 tabIndex={-1} className="text-2xl sm:text-4xl">Admin Dashboard</h1>
        <Button variant="quiet" size="small" onClick={() => void gate.logOut()}><LogOut aria-hidden="true" className="size-4" />Logout</Button>
      </div>
      {children}
    </div>
  )
}
