import { useState, type FormEvent } from 'react'
import type { Import, ImportRow } from '#contracts/imports'
import { deleteDraft, readDraft, saveDraft } from '../../lib/drafts.ts'
import { isRecord } from '../../lib/is-record.ts'
import { useRead } from '../../lib/use-read.ts'
import { Async } from '../../ui/async.tsx'
import { Button } from '../../ui/button.tsx'
import { Field, TextInput } from '../../ui/field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { fieldLabel, mappingOf } from './columns.ts'
import { cellsPath, type ImportSettings } from './import-calls.ts'

/** The cells of a failed row, to be corrected and read again. The file itself stays as it came. */
export function CorrectRow({
  item,
  row,
  isBusy,
  isReading,
  onReadAgain,
  onClose,
}: {
  readonly item: Import
  readonly row: ImportRow
  readonly isBusy: boolean
  /** The row is being read again. */
  readonly isReading: boolean
  readonly onReadAgain: (settings: ImportSettings) => void
  readonly onClose: () => void
}) {
  const { data, error, retry } = useRead(cellsPath(item, row.line), { revalidateIfStale: true })
  const key = `staff-import-row ${item.id} ${row.line}`
  const [typed, setTyped] = useState(() => readDraft(key, typedCells) ?? {})
  const cells = data?.filter(({ field }) => field !== null)
  const mends = (cells ?? []).flatMap(({ header, text }) => {
    const next = typed[header]
    return next === undefined || next === text ? [] : [{ line: row.line, header, text: next }]
  })

  function type(header: string, text: string): void {
    const next = { ...typed, [header]: text }
    setTyped(next)
    saveDraft(key, next)
  }

  function send(event: FormEvent): void {
    event.preventDefault()
    if (mends.length > 0 && !isBusy)
      onReadAgain({ mapping: mappingOf(item.columns), mode: item.mode, blank: item.blank, mends })
  }

  return (
    <Async
      data={cells}
      error={error}
      errorMessage="The row could not be read."
      onRetry={retry}
      loading={<Skeleton className="h-24" />}
      isEmpty={(all) => all.length === 0}
      empty={
        <p className="text-sm text-soft">This line cannot be taken apart. Correct it in the file, and send that.</p>
      }
    >
      {(shown) => (
        <form onSubmit={send} aria-label={`Line ${row.line}`} className="grid gap-4 rounded border border-line p-4">
          <div className="grid gap-4 sm:grid-cols-2">
            {shown.map(({ header, field, text }, index) => (
              <Field key={header} label={field === null ? header : `${fieldLabel(field)} (${header})`}>
                <TextInput
                  // The button that opened the row is gone.
                  // oxlint-disable-next-line jsx-a11y/no-autofocus
                  autoFocus={index === 0}
                  value={typed[header] ?? text}
                  maxLength={5000}
                  autoComplete="off"
                  onChange={(event) => type(header, event.target.value)}
                />
              </Field>
            ))}
          </div>
          <div className="dialog-buttons">
            <Button
              variant="quiet"
              size="small"
              onClick={() => {
                deleteDraft(key)
                onClose()
              }}
            >
              Cancel
            </Button>
            <Button type="submit" size="small" disabled={mends.length === 0} aria-disabled={isBusy}>
              {isReading ? 'One moment...' : 'Read again'}
            </Button>
          </div>
        </form>
      )}
    </Async>
  )
}

/** What was typed into a row's cells, by header; it stays while another row is looked at, and survives a reload. */
function typedCells(stored: unknown): Readonly<Record<string, string>> | null {
  if (!isRecord(stored)) return null
  return Object.fromEntries(
    Object.entries(stored).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}
