import { useState, type FormEvent } from 'react'
import type { Import, ImportRow } from '#contracts/imports'
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
  onReadAgain,
  onClose,
}: {
  readonly item: Import
  readonly row: ImportRow
  readonly isBusy: boolean
  readonly onReadAgain: (settings: ImportSettings) => void
  readonly onClose: () => void
}) {
  const { data, error, retry } = useRead(cellsPath(item, row.line), { revalidateIfStale: true })
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const cells = data?.filter(({ field }) => field !== null)
  const mends = (cells ?? []).flatMap(({ header, text }) => {
    const next = typed[header]
    return next === undefined || next === text ? [] : [{ line: row.line, header, text: next }]
  })

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
            {shown.map(({ header, field, text }) => (
              <Field key={header} label={field === null ? header : `${fieldLabel(field)} (${header})`}>
                <TextInput
                  value={typed[header] ?? text}
                  maxLength={5000}
                  autoComplete="off"
                  onChange={(event) => setTyped({ ...typed, [header]: event.target.value })}
                />
              </Field>
            ))}
          </div>
          <div className="dialog-buttons">
            <Button variant="quiet" size="small" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" size="small" disabled={isBusy || mends.length === 0}>
              {isBusy ? 'One moment...' : 'Read again'}
            </Button>
          </div>
        </form>
      )}
    </Async>
  )
}
