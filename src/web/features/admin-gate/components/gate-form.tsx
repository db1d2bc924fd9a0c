import { LockKeyhole } from 'lucide-react'
import { useRef, useState, type FormEvent, type ReactNode } from 'react'
import { readPageData } from '../../../lib/page-data.ts'
import { Button } from '../../../ui/button.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { toast } from '../../../ui/toast.tsx'
import { unlock } from '../unlock.ts'

interface GateFormProps {
  /** Why the gate is shut again, when it was open. */
  readonly notice: string | null
  readonly onGranted: () => void
  /** What else there is to say below the form. */
  readonly children?: ReactNode
}

/** The password gate of the admin area (specification 2, sections 4, 5 and 8). */
export function GateForm({ notice, onGranted, children }: GateFormProps) {
  const [password, setPassword] = useState('')
  const [isChecking, setChecking] = useState(false)
  const [problem, setProblem] = useState<string | undefined>()
  const field = useRef<HTMLInputElement>(null)
  const [demoPassword] = useState(
    () => readPageData(document.getElementById('page-data')?.textContent).config.demoAdminPassword,
  )

  async function check(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (password === '' || isChecking) return
    setChecking(true)
    setProblem(undefined)
    const outcome = await unlock(password)
    setChecking(false)
    if (outcome.kind === 'granted') {
      toast({ title: 'Access Granted', description: 'Welcome to the admin panel.' })
      onGranted()
      return
    }
    const message = outcome.kind === 'denied' ? 'Invalid password. Please try again.' : outcome.message
    toast({ title: 'Access Denied', description: message, variant: 'destructive' })
    setProblem(message)
    field.current?.focus()
    field.current?.select()
  }

  return (
    <div className="wrap grid min-h-[70vh] place-items-center py-10">
      <section className="crop-marks grid w-full max-w-md gap-5 sheet px-6 py-10 sm:px-10">
        <div className="grid justify-items-center gap-3 text-center">
          <span className="grid size-12 place-items-center rounded-full bg-yellow text-on-yellow">
            <LockKeyhole aria-hidden="true" className="size-6" />
          </span>
          <h1 tabIndex={-1} className="text-3xl">
            Admin Access
          </h1>
          <p className="text-soft">Enter the staff password to manage products and orders.</p>
        </div>
        {notice !== null && (
          <p role="alert" className="rounded border border-line bg-yellow-wash px-4 py-3 text-sm font-medium">
            {notice}
          </p>
        )}
        <form method="post" noValidate onSubmit={(event) => void check(event)} className="grid gap-4">
          {/* Password managers keep a password together with a name. */}
          <input type="text" name="username" value="staff" autoComplete="username" readOnly hidden />
          <PasswordField
            ref={field}
            label="Password"
            error={problem}
            name="password"
            autoComplete="current-password"
            maxLength={1024}
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
          <Button type="submit" size="large" wide disabled={password === '' || isChecking}>
            {isChecking ? 'Checking...' : 'Unlock'}
          </Button>
        </form>
        {demoPassword !== null && (
          <p className="rounded border border-dashed border-edge px-4 py-3 text-center text-sm">
            This is a demonstration. The password is{' '}
            <code className="font-mono font-semibold select-all">{demoPassword}</code>
          </p>
        )}
        {children}
        <p className="text-center text-sm text-soft">Authorized personnel only. All access is logged.</p>
      </section>
    </div>
  )
}
