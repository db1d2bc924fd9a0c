import { LockKeyhole } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import { storedAtom, useStored } from '../../lib/storage.ts'
import { readPageData } from '../../lib/page-data.ts'
import { Button } from '../../ui/button.tsx'
import { Form, SubmitButton } from '../../ui/form/form.tsx'
import { Note } from '../../ui/note.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { toast } from '../../ui/toast.tsx'
import { PersonForm } from './person-form.tsx'
import { unlock } from './unlock.ts'
import { useGateForm } from './use-gate-form.ts'

const loadSchema = () => import('#contracts/admin').then(({ StaffSessionBody }) => StaffSessionBody)
const BLANK = { password: '' }
const usesOwnAccess = storedAtom('staff-own-access', false, (stored) => stored === true)

interface GateFormProps {
  /** Why the gate is shut again, when it was open. */
  readonly notice: string | null
  readonly onGranted: () => void
  /** What else there is to say below the form. */
  readonly children?: ReactNode
}

/** The password gate of the admin area (specification 2, sections 4, 5 and 8). */
export function GateForm({ notice, onGranted, children }: GateFormProps) {
  const [demoPassword] = useState(
    () => readPageData(document.getElementById('page-data')?.textContent).config.demoAdminPassword,
  )

  // A person who signed in with their own access the last time finds that form again.
  const [isPerson, setPerson] = useStored(usesOwnAccess)

  function welcome(): void {
    toast({ title: 'Access Granted', description: 'Welcome to the admin panel.' })
    onGranted()
  }
  const form = useGateForm({
    schema: loadSchema,
    defaultValues: BLANK,
    send: ({ password }) => unlock(password),
    field: 'password',
    denied: 'Invalid password. Please try again.',
    onGranted: welcome,
  })
  const { register, control, errorOf } = form
  const password = useWatch({ control, name: 'password' })

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
          <p className="text-balance text-soft">
            {isPerson
              ? 'Sign in with the access that the owner of the shop gave you.'
              : 'Enter the staff password to manage products and orders.'}
          </p>
        </div>
        {notice !== null && (
          <Note size="small" role="alert" className="font-medium">
            {notice}
          </Note>
        )}
        {isPerson ? (
          <PersonForm onGranted={welcome} />
        ) : (
          <Form form={form} className="grid gap-4">
            {/* Password managers keep a password together with a name. */}
            <input type="text" name="username" value="staff" autoComplete="username" readOnly hidden />
            <PasswordField
              label="Password"
              error={errorOf('password')}
              {...register('password')}
              autoComplete="current-password"
              maxLength={1024}
            />
            <SubmitButton size="large" wide disabled={password === ''} sending="Checking...">
              Unlock
            </SubmitButton>
          </Form>
        )}
        <Button variant="ghost" size="small" onClick={() => setPerson(!isPerson)} className="justify-self-center">
          {isPerson ? 'Use the staff password' : 'Sign in with your email'}
        </Button>
        {demoPassword !== null && !isPerson && (
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
