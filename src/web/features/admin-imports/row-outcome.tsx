import { TriangleAlert } from 'lucide-react'
import type { ImportRow } from '#contracts/imports'
import { seenText } from '../../lib/seen-text.ts'
import { fieldLabel } from './columns.ts'
import { discountOf } from './result-texts.ts'

const OUTCOMES: Readonly<Record<ImportRow['outcome'], string>> = {
  created: 'New product',
  updated: 'Changed',
  unchanged: 'Nothing to change',
  skipped: 'Skipped',
  failed: 'Failed',
}

/** What becomes of a row: what to look at, why nothing happens, the product's values before and after. */
export function RowOutcome({ row: { outcome, reason, warnings, changes, cost, margin } }: { readonly row: ImportRow }) {
  const isNew = outcome === 'created'
  const discount = discountOf(changes)
  /** Of a new product only what it has. */
  const shown = isNew ? changes.filter(({ after }) => after !== null && after !== '') : changes
  return (
    <div className="grid gap-1.5">
      {warnings.map((warning) => (
        <p key={warning} className="flex gap-2 rounded bg-yellow-wash px-2 py-1 font-medium">
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          {seenText(warning)}
        </p>
      ))}
      {reason !== null && <p className={outcome === 'failed' ? 'text-magenta' : undefined}>{seenText(reason)}</p>}
      {reason === null && shown.length === 0 && <p className="text-soft">{OUTCOMES[outcome]}</p>}
      {cost !== null && (
        <p>
          <span className="text-soft">Cost:</span> <b className="font-semibold">{cost}</b>
          {margin !== null && (
            <>
              {', '}
              <span className="text-soft">margin</span>{' '}
              <b className={margin < 0 ? 'text-magenta' : undefined}>{margin} %</b>
            </>
          )}
        </p>
      )}
      {isNew && discount !== null && (
        <p>
          <span className="text-soft">Below the original price:</span>{' '}
          <b className={discount < 0 ? 'text-magenta' : undefined}>{discount} %</b>
        </p>
      )}
      {shown.length > 0 && (
        <dl className={isNew ? 'flex flex-wrap gap-x-4' : 'grid gap-1'}>
          {shown.map(({ field, before, after }) => (
            <div key={field} className="flex flex-wrap gap-x-2">
              <dt className="text-soft">{fieldLabel(field)}:</dt>
              <dd className="flex min-w-0 flex-wrap gap-x-1.5">
                {!isNew && (
                  <>
                    <Value text={before} label="old" isOld />
                    <span aria-hidden="true">→</span>
                  </>
                )}
                <Value text={after} label="new" />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}

function Value({
  text,
  label,
  isOld = false,
}: {
  readonly text: string | null
  readonly label: string
  readonly isOld?: boolean
}) {
  const shown = text === null || text === '' ? <i className="font-normal text-soft">empty</i> : text
  return (
    <span className="line-clamp-3 min-w-0 [overflow-wrap:anywhere]">
      <span className="sr-only">{label} </span>
      {isOld ? <s className="text-soft decoration-1">{shown}</s> : <b className="font-semibold">{shown}</b>}
    </span>
  )
}
