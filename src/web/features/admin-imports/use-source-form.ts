import { useState } from 'react'
import type { SourceBody, Supplier } from '#contracts/suppliers'
import { rebase } from '../../lib/rebase.ts'
import { useRead } from '../../lib/use-read.ts'
import { describeFailure } from '../../ui/form/use-contract-form.ts'
import { useStaffForm, type StaffForm } from '../../ui/form/use-staff-form.tsx'
import { toast } from '../../ui/toast.tsx'
import { MAIL_RECIPIENTS_PATH, saveSource, supplierAfterConflict } from './import-calls.ts'

export const SIGN_INS = [
  { value: 'none', label: 'No sign-in' },
  { value: 'password', label: 'User name and password' },
  { value: 'header', label: 'Token in a header' },
]
const OWNER_ALONE = ['owner']

const loadSchema = () => import('#contracts/suppliers').then(({ SourceBody: schema }) => schema)

function fieldsOf({ source }: Supplier): SourceBody {
  return {
    url: source?.url ?? '',
    signIn: source?.signIn ?? 'none',
    signInName: source?.signInName ?? '',
    secret: '',
    isOn: source?.isOn ?? true,
    time: source?.time ?? '05:00',
    mailTo: source?.mailTo ?? OWNER_ALONE,
  }
}

const FAILURE = { title: 'Not saved', description: 'The address could not be saved. Please try again.' }

export const LABELS: Readonly<Record<keyof SourceBody, string>> = {
  url: 'Address of the list',
  signIn: 'Sign-in',
  signInName: 'User name or header',
  secret: 'Password or token',
  isOn: 'Fetch and import it every day',
  time: 'Time',
  mailTo: 'Mail with what became of it to',
  version: 'Version',
}

function inWords(value: SourceBody[keyof SourceBody], nameOf: (personId: string) => string): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.map(nameOf).join(', ')
  return SIGN_INS.find((option) => option.value === value)?.label ?? String(value ?? '')
}

/** The form of a list's source, put upon what somebody else has saved meanwhile, and what both of them changed. */
export function useSourceForm(supplier: Supplier, onSaved: () => Promise<void>) {
  const { data: people = [] } = useRead(MAIL_RECIPIENTS_PATH)
  /** What is edited: as it was when the form was opened, saved, or changed by somebody else the last time. */
  const [base, setBase] = useState(() => ({ version: supplier.version, fields: fieldsOf(supplier) }))
  const [contested, setContested] = useState<readonly { label: string; theirs: string }[] | null>(null)
  const form: StaffForm<SourceBody, SourceBody> = useStaffForm<SourceBody, SourceBody, SourceBody>({
    schema: loadSchema,
    defaultValues: fieldsOf(supplier),
    async send(body) {
      const sent = form.getValues()
      await saveSource(supplier.id, { ...body, version: base.version })
      return sent
    },
    onSent(sent): Promise<void> {
      return finish({ version: base.version + 1, fields: { ...sent, secret: '' } }, sent)
    },
    async failure(error) {
      const now = await supplierAfterConflict(error, supplier.id)
      if (now === null) return describeFailure(error, FAILURE, false)
      const theirs = fieldsOf(now)
      const rebased = rebase(base.fields, theirs, form.getValues())
      if (rebased.isSaved) {
        await finish({ version: now.version, fields: theirs }, form.getValues())
        return null
      }
      setBase({ version: now.version, fields: theirs })
      const nameOf = (personId: string) => people.find(({ id }) => id === personId)?.name ?? personId
      setContested(rebased.contested.map((field) => ({ label: LABELS[field], theirs: inWords(theirs[field], nameOf) })))
      form.reset(rebased.fields)
      return null
    },
  })

  /** @param sent what the fields held then; what was typed since is not saved yet, and stays */
  async function finish(saved: typeof base, sent: SourceBody): Promise<void> {
    const { fields } = rebase(sent, saved.fields, form.getValues())
    toast({ title: 'Saved', description: `Where the list of ${supplier.name} is fetched` })
    setContested(null)
    form.reset(saved.fields)
    form.reset(fields, { keepDefaultValues: true })
    setBase(saved)
    await onSaved()
  }

  return { form, people, contested }
}
