import { useState } from 'react'
import { Link } from 'react-router-dom'
import { searchMissesPath } from '#contracts/staff-paths'
import { paths } from '../../lib/paths.ts'
import { formatCount } from '../../lib/format.ts'
import { shopTimeFormat } from '../../lib/format-shop-time.ts'
import { useStaffList } from '../../lib/use-staff-list.ts'
import { RetryButton } from '../../ui/async.tsx'
import { Button } from '../../ui/button.tsx'
import { Cell, DataTable, HeadCell, Row, RowHead } from '../../ui/data-table.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { Period } from './use-summary.ts'
import { Panel } from './panel.tsx'

/** As many lines as the eye takes in; the rest is a press away. */
const SHOWN = 5
const times = shopTimeFormat({ dateStyle: 'medium', timeStyle: 'short' })

/** What was searched for in the period and not found, whoever searched. */
export function SearchMisses({ period }: { readonly period: Period }) {
  const { data: rows, error, isRefreshing, retry } = useStaffList(searchMissesPath(period))
  const [isWhole, setWhole] = useState(false)
  return (
    <Panel title="Searches without result" note="Counted by their words alone, without who searched.">
      {rows === undefined ? (
        error === undefined ? (
          <MissesSkeleton />
        ) : (
          <div role="alert" className="flex flex-wrap items-center gap-3">
            <p>The searches could not be read</p>
            <RetryButton size="small" onRetry={retry} />
          </div>
        )
      ) : rows.length === 0 ? (
        <p className="text-soft">No search in this period came back empty</p>
      ) : (
        <>
          <DataTable label="Searches and how often they were made" isRefreshing={isRefreshing}>
            <thead>
              <tr>
                <HeadCell>Searched for</HeadCell>
                <HeadCell className="text-right">Times</HeadCell>
                <HeadCell className="text-right">Last</HeadCell>
              </tr>
            </thead>
            <tbody>
              {rows.slice(0, isWhole ? undefined : SHOWN).map(({ term, count, lastAt }) => (
                <Row key={term}>
                  <RowHead className="wrap-anywhere">
                    <Link to={paths.products({ search: term })} className="tap-room text-link">
                      {term}
                    </Link>
                  </RowHead>
                  <Cell className="text-right">{count.toLocaleString('en-US')}</Cell>
                  <Cell className="text-right text-soft sm:whitespace-nowrap">{times(lastAt)} CT</Cell>
                </Row>
              ))}
            </tbody>
          </DataTable>
          {rows.length > SHOWN && (
            <Button
              variant="ghost"
              size="small"
              className="justify-self-start"
              aria-expanded={isWhole}
              onClick={() => setWhole(!isWhole)}
            >
              {isWhole ? 'Show fewer' : `Show all ${formatCount(rows.length, 'search', 'searches')}`}
            </Button>
          )}
        </>
      )}
    </Panel>
  )
}

function MissesSkeleton() {
  return (
    <div aria-busy="true" className="grid gap-2">
      <p role="status" className="sr-only">
        Loading searches...
      </p>
      {[1, 2, 3].map((row) => (
        <Skeleton key={row} className="h-8" />
      ))}
    </div>
  )
}
