import type { FormEvent } from 'react'
import { FIRST_ANSWERS, MAX_PAGES, type FinderQuery } from '#contracts/finder-choices'
import { paths } from '../../lib/paths.ts'
import { groupDigits } from '#platform/shared-kernel/money'
import { Button } from '../../ui/button.tsx'
import { RadioGroup } from '../../ui/choice.tsx'
import { Field, Select } from '../../ui/field.tsx'

const PRINTS = [
  { value: 'documents', label: 'Documents', description: 'Letters, homework, invoices' },
  { value: 'photos', label: 'Photos', description: 'From the phone to the wall' },
  { value: 'labels', label: 'Labels', description: 'Parcels, shelves, name badges' },
  { value: 'receipts', label: 'Receipts', description: 'At a counter or a table' },
]
const COLOR = [
  { value: 'no', label: 'Black is enough' },
  { value: 'yes', label: 'Color, too' },
]
const SCANS = [
  { value: 'no', label: 'Printing is enough' },
  { value: 'scan', label: 'Scan and copy' },
  { value: 'fax', label: 'Scan, copy and fax' },
]
const CONNECTION = [
  { value: 'any', label: 'No matter how' },
  { value: 'wifi', label: 'Wi-Fi' },
  { value: 'ethernet', label: 'Network cable' },
  { value: 'usb', label: 'USB cable' },
]
const PAPER = [
  { value: 'any', label: 'No matter which' },
  { value: 'letter', label: 'Letter and legal' },
  { value: 'tabloid', label: 'Tabloid, A3 and A3+' },
  { value: 'large', label: 'Posters and plans' },
]
const PAGES = [20, 50, 100, 200, 500, 1000, 3000, 10_000, MAX_PAGES]

interface FinderFormProps {
  /** The answers of the address; null before there are any. */
  readonly query: FinderQuery | null
  /** Called with the answers, where a script runs. Without one the browser opens the same address by itself. */
  readonly onAnswer: (answers: URLSearchParams) => void
}

/** The questions on one short page: a plain form, whose answers become the address. */
export function FinderForm({ query, onAnswer }: FinderFormProps) {
  const answers = query ?? FIRST_ANSWERS
  const pages = PAGES.includes(answers.pages) ? PAGES : [...PAGES, answers.pages].toSorted((one, other) => one - other)

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const fields = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)])
    onAnswer(new URLSearchParams(fields))
  }

  return (
    <form
      method="get"
      action={paths.finder()}
      onSubmit={submit}
      aria-label="What you need"
      className="grid items-start gap-x-8 gap-y-6 md:grid-cols-2"
    >
      <RadioGroup legend="What do you print?" name="prints" options={PRINTS} defaultValue={answers.prints} />
      <div className="grid gap-5">
        <Field label="How many a month?" hint="A pack of paper has 500 sheets.">
          <Select
            name="pages"
            defaultValue={String(answers.pages)}
            options={pages.map((count) => ({ value: String(count), label: groupDigits(count) }))}
          />
        </Field>
        <Field label="In color?" hint="Photos always are; most labels and receipts are black.">
          <Select name="color" defaultValue={answers.color} options={COLOR} />
        </Field>
        <Field label="What else should it do?">
          <Select name="scans" defaultValue={answers.scans} options={SCANS} />
        </Field>
        <div className="grid gap-5 sm:grid-cols-2 md:grid-cols-1 lg:grid-cols-2">
          <Field label="How is it connected?">
            <Select name="connection" defaultValue={answers.connection} options={CONNECTION} />
          </Field>
          <Field label="The largest paper?">
            <Select name="paper" defaultValue={answers.paper} options={PAPER} />
          </Field>
        </div>
        <Button type="submit" size="large" wide>
          Find My Printer
        </Button>
      </div>
    </form>
  )
}
