import type { Import, ImportFailure } from '#contracts/imports'
import { CATEGORY_OPTIONS } from '../../lib/categories.ts'
import { formatCount } from '../../lib/format.ts'
import { seenText } from '../../lib/seen-text.ts'
import { useRead } from '../../lib/use-read.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/field.tsx'
import { failuresPath, type ImportSettings } from './import-calls.ts'
import { mappingOf } from './columns.ts'

interface FailureGroupsProps {
  readonly item: Import
  readonly isBusy: boolean
  /** What the rows are being read again with; null while they are not. */
  readonly doing?: ImportSettings | null
  /** Reads the rows again with an answer for a whole group; null when that is no longer possible. */
  readonly onReadAgain: ((settings: ImportSettings) => void) | null
}

const MAX_VALUES = 5
/** Many small groups in one, which are too different to be left out together. */
const OTHER_REASONS = 'Other reasons'

/** Why rows failed: many rows of one cause are one fact, and one answer corrects them. */
export function FailureGroups({ item, isBusy, doing = null, onReadAgain }: FailureGroupsProps) {
  const { data } = useRead(failuresPath(item))
  if (data === undefined) return null
  const readAgain = (answer: Pick<ImportSettings, 'categories' | 'unpriced' | 'skips'>) =>
    onReadAgain?.({ mapping: mappingOf(item.columns), mode: item.mode, blank: item.blank, ...answer })
  return (
    <section aria-label="Why rows failed" className="grid gap-2">
      <ul className="grid gap-2">
        {data.map((group) => (
          <li key={group.reason} className="grid gap-2 sheet px-4 py-3">
            <p className="[overflow-wrap:anywhere]">
              <b>{formatCount(group.rows, 'row')}</b>: {sentenceOf(group)}
            </p>
            {onReadAgain !== null && group.reason !== OTHER_REASONS && (
              <p>
                <Button
                  variant="ghost"
                  className="-ml-4"
                  size="small"
                  aria-disabled={isBusy}
                  onClick={() => readAgain({ skips: [...(item.reading?.skips ?? []), group.reason] })}
                >
                  {doing?.skips?.includes(group.reason) === true
                    ? 'One moment...'
                    : `Leave ${group.rows === 1 ? 'this row' : 'these rows'} out`}
                </Button>
              </p>
            )}
            {onReadAgain !== null && group.field === 'price' && group.values.some(({ text }) => !/\d/.test(text)) && (
              <p>
                <Button
                  variant="quiet"
                  size="small"
                  aria-disabled={isBusy}
                  onClick={() => readAgain({ unpriced: true })}
                >
                  {doing?.unpriced === true ? 'One moment...' : 'Import these without a price, not for sale'}
                </Button>
              </p>
            )}
            {onReadAgain !== null &&
              group.field === 'category' &&
              group.values.slice(0, MAX_VALUES).map(({ text }) => (
                <div key={text} className="grid gap-1 sm:grid-cols-[1fr_14rem] sm:items-center">
                  <span className="[overflow-wrap:anywhere]">{seenText(text)}</span>
                  <Select
                    aria-label={`${seenText(text)} is`}
                    value={doing?.categories?.[text] ?? ''}
                    aria-disabled={isBusy}
                    onChange={(event) => readAgain({ categories: { [text]: event.target.value } })}
                  >
                    <option value="">Choose a category...</option>
                    {CATEGORY_OPTIONS.map((option) => (
                      <option key={option.value} value={option.value}>
                        {option.label}
                      </option>
                    ))}
                  </Select>
                </div>
              ))}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What a cell must be, and what these are instead; or what is wrong, and with which. */
export function sentenceOf(group: Pick<ImportFailure, 'reason' | 'values' | 'rows'>): string {
  if (group.values.length === 0) return seenText(group.reason)
  const words = / must be /.test(group.reason)
    ? `${group.reason}, not ${valuesText(group)}`
    : `${group.reason.replace(/:$/, '')} (${valuesText(group)})`
  return seenText(words)
}

/** “auf Anfrage” (48), “call” (3) and others. A value that all rows have needs no count: theirs stands before it. */
function valuesText({ values, rows: all }: Pick<ImportFailure, 'values' | 'rows'>): string {
  const named = values
    .slice(0, MAX_VALUES)
    .map(({ text, rows }) => (rows > 1 && rows < all ? `“${text}” (${rows})` : `“${text}”`))
  return `${named.join(', ')}${values.length > MAX_VALUES ? ' and others' : ''}`
}
