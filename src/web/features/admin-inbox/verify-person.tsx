import { useState } from 'react'
import { verificationPath } from '#contracts/staff-paths'
import type { WrittenLetter } from '#contracts/verification'
import { api } from '../../lib/api-client.ts'
import { formatCount } from '../../lib/format.ts'
import { formatShopDay } from '../../lib/format-shop-day.ts'
import { useAction } from '../../lib/use-action.ts'
import { SHARED_WITH_OTHERS, useRead } from '../../lib/use-read.ts'
import { Button } from '../../ui/button.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Field, TextInput } from '../../ui/field.tsx'
import { Alert } from '../../ui/note.tsx'
import { PrintSheets } from '../../ui/print-sheets.tsx'
import { toast } from '../../ui/toast.tsx'
import { verificationProblem, verifyPerson, type Proof } from './inbox-steps.ts'

type Step = Proof | { readonly kind: 'letter'; readonly key: string }

interface VerifyPersonProps {
  /** The reference of the privacy request. */
  readonly id: string
  /** The request is confirmed: the entry is read again. */
  readonly onVerified: () => Promise<void>
}

/**
 * How staff make sure who made a privacy request that is not confirmed by its mail: a call to a number, or a letter to an
 * address, that the shop knew before. Nothing is shown once it is confirmed.
 */
export function VerifyPerson({ id, onVerified }: VerifyPersonProps) {
  const { data: ways, retry } = useRead(verificationPath(id), SHARED_WITH_OTHERS)
  const [code, setCode] = useState('')
  const [letter, setLetter] = useState<WrittenLetter | null>(null)
  const { run, isBusy, doing, last, problem } = useAction<Step>(
    async (step) => {
      if (step.kind === 'letter') {
        const path = `${verificationPath(id)}/letter`
        setLetter(await api<WrittenLetter>(path, { method: 'POST', body: { key: step.key } }))
        await retry()
        return
      }
      await verifyPerson(id, step)
      toast({ title: 'Person verified', description: 'The request goes on, and the log says how it was verified.' })
      await Promise.all([retry(), onVerified()])
    },
    (error, { kind }) => {
      // How many tries are left, or that a letter was written. What went wrong does not wait for it.
      void retry()
      return verificationProblem(error, kind)
    },
  )
  const isDoing = (kind: Step['kind'], key: string) => doing?.kind === kind && 'key' in doing && doing.key === key
  if (ways === undefined || ways.isVerified) return null
  /** What went wrong is said beside what was pressed, also when that is one of several. */
  const problemOf = (kind: Step['kind'], key: string | null) =>
    last?.kind === kind && (key === null || ('key' in last && last.key === key)) ? problem : null
  const isNothingKnown = ways.phones.length === 0 && ways.addresses.length === 0
  return (
    <Disclosure title="Verify by phone or letter">
      <div className="grid gap-4 text-sm">
        <p className="text-soft">
          Use only what stands here: the shop knew it before the request. What the request itself says proves nothing.
        </p>
        {isNothingKnown && (
          <p>
            The shop knew no number and no address of a proved account with this email address. The person can confirm
            by the link in the email.
          </p>
        )}
        {ways.phones.map(({ key, lines, from }) => (
          <div key={key} className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <p className="min-w-0 flex-1">
              <b className="font-semibold">{lines.join(', ')}</b> <span className="text-soft">from {from}</span>
            </p>
            <Button variant="quiet" size="small" aria-disabled={isBusy} onClick={() => run({ kind: 'phone', key })}>
              {isDoing('phone', key) ? 'Saving...' : 'I called, it is them'}
            </Button>
            <Alert message={problemOf('phone', key)} className="basis-full" />
          </div>
        ))}
        {ways.addresses.map(({ key, lines, from }) => (
          <div key={key} className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <p className="min-w-0 flex-1 wrap-anywhere">
              {lines.join(', ')} <span className="text-soft">from {from}</span>
            </p>
            <Button variant="quiet" size="small" aria-disabled={isBusy} onClick={() => run({ kind: 'letter', key })}>
              {isDoing('letter', key) ? 'Preparing...' : 'Print a letter'}
            </Button>
            <Alert message={problemOf('letter', key)} className="basis-full" />
          </div>
        ))}
        {ways.letter !== null && (
          <form
            className="grid gap-2"
            onSubmit={(event) => {
              event.preventDefault()
              run({ kind: 'code', code })
            }}
          >
            <Field
              label="Code of the letter"
              hint={`Written ${formatShopDay(ways.letter.writtenAt)}, counts until ${formatShopDay(ways.letter.expiresAt)}, ${formatCount(ways.letter.triesLeft, 'try', 'tries')} left.`}
            >
              <TextInput
                value={code}
                onChange={(event) => setCode(event.target.value)}
                maxLength={20}
                autoComplete="off"
                spellCheck={false}
              />
            </Field>
            <Alert message={problemOf('code', null)} />
            <Button type="submit" className="justify-self-start" disabled={code.trim() === ''} aria-disabled={isBusy}>
              {doing?.kind === 'code' ? 'Checking...' : 'Check the code'}
            </Button>
          </form>
        )}
        {/* No code counts any more, and its field is gone. */}
        {ways.letter === null && <Alert message={problemOf('code', null)} />}
      </div>
      {letter !== null && (
        <PrintSheets onPrinted={() => setLetter(null)}>
          <LetterSheet id={id} letter={letter} />
        </PrintSheets>
      )}
    </Disclosure>
  )
}

function LetterSheet({
  id,
  letter: { code, lines, expiresAt },
}: {
  readonly id: string
  readonly letter: WrittenLetter
}) {
  return (
    <section className="print-sheet">
      <p className="figures mb-12 border-b-2 pb-4 text-2xl font-bold">Superprinter</p>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      <p className="mt-12 mb-6 text-lg font-bold">Your privacy request {id}</p>
      <p>
        Somebody asked us for something about your personal information and named your email address. If it was you,
        answer us with this code, by phone or by email:
      </p>
      <p className="figures my-8 text-3xl font-bold tracking-widest">{code}</p>
      <p>
        It counts until {formatShopDay(expiresAt)}. If it was not you, throw this letter away: nothing happens then.
      </p>
    </section>
  )
}
