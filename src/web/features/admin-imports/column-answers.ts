import { useEffect, useState } from 'react'
import type { Import, ImportField } from '#contracts/imports'
import { deleteDraft, readDraft, saveDraft } from '../../lib/drafts.ts'
import { isRecord } from '../../lib/is-record.ts'
import { mappingOf } from './columns.ts'
import type { ImportSettings } from './import-calls.ts'

/** What staff say in the column step, until it is sent. */
export interface ColumnAnswers {
  readonly columns: Import['columns']
  readonly mode: Import['mode']
  readonly blank: Import['blank']
  readonly numbers: Readonly<Record<string, 'point' | 'comma'>>
  /** For how many pieces the prices of columns are, by header. */
  readonly pieces: Readonly<Record<string, number>>
  readonly categories: Readonly<Record<string, string>>
  readonly supplierId: string | null
}

/** One per reading of the file: in another encoding, or on another sheet, the columns are others. */
function draftKey({ id, reading }: Import): string {
  return `import-answers ${id} ${reading?.encoding} ${reading?.sheet}`
}

/** The answers were sent. */
export function deleteAnswers(item: Import): void {
  deleteDraft(draftKey(item))
}

/** Whether answers of this tab were not sent yet. */
export function hasAnswers(item: Import): boolean {
  return readDraft(draftKey(item), (stored) => restoreAnswers(answersAsRead(item), stored)) !== null
}

/** The answers so far, which survive a reload, and a function that changes some of them. */
export function useColumnAnswers(item: Import): readonly [ColumnAnswers, (change: Partial<ColumnAnswers>) => void] {
  const key = draftKey(item)
  const [answers, setAnswers] = useState<ColumnAnswers>(() => {
    const asRead = answersAsRead(item)
    return readDraft(key, (stored) => restoreAnswers(asRead, stored)) ?? asRead
  })
  const [isTouched, setTouched] = useState(false)
  useEffect(() => {
    if (isTouched) saveDraft(key, answers)
  }, [isTouched, key, answers])
  return [
    answers,
    (change) => {
      setTouched(true)
      setAnswers((current) => ({ ...current, ...change }))
    },
  ]
}

function answersAsRead({ columns, mode, blank, supplier }: Import): ColumnAnswers {
  return { columns, mode, blank, numbers: {}, pieces: {}, categories: {}, supplierId: supplier?.id ?? null }
}

/** What was kept in this tab; null where it is not of these columns. */
export function restoreAnswers(asRead: ColumnAnswers, stored: unknown): ColumnAnswers | null {
  if (typeof stored !== 'object' || stored === null) return null
  const kept = stored as Partial<ColumnAnswers>
  const fields = new Map<string, ImportField | null>(kept.columns?.map(({ header, field }) => [header, field]))
  if (asRead.columns.some(({ header }) => !fields.has(header))) return null
  return {
    ...asRead,
    ...kept,
    numbers: isRecord(kept.numbers) ? kept.numbers : {},
    pieces: isRecord(kept.pieces) ? kept.pieces : {},
    categories: isRecord(kept.categories) ? kept.categories : {},
    columns: asRead.columns.map((column) => ({ ...column, field: fields.get(column.header) ?? null })),
  }
}

/** Whether a preview with these answers would be another one than the import has. */
export function areChanged(
  item: Pick<Import, 'state' | 'columns' | 'mode' | 'blank' | 'supplier'>,
  answers: ColumnAnswers,
): boolean {
  const { columns, mode, blank, numbers, pieces, categories, supplierId } = answers
  return (
    item.state === 'mapping' ||
    Object.keys({ ...numbers, ...pieces, ...categories }).length > 0 ||
    supplierId !== (item.supplier?.id ?? null) ||
    mode !== item.mode ||
    (mode === 'upsert' && blank !== item.blank) ||
    columns.some(({ field }, index) => field !== item.columns[index]?.field)
  )
}

/** The answers as the call takes them; a draft of another version may hold more. */
export function settingsOf(answers: ColumnAnswers): ImportSettings {
  const { columns, mode, blank, numbers, pieces, categories, supplierId } = answers
  return { mapping: mappingOf(columns), mode, blank, numbers, pieces, categories, supplierId }
}
