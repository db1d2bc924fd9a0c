import type { ReactNode } from 'react'
import type { StaffPage } from '../lib/use-staff-list.ts'
import { Async } from './async.tsx'
import { EmptyState } from './empty-state.tsx'
import { Pager } from './pager.tsx'
import { TableSkeleton } from './table-skeleton.tsx'

interface StaffListProps<T> {
  readonly list: StaffPage<T>
  /** What is counted: "products". */
  readonly noun: string
  readonly errorMessage: string
  readonly empty: { readonly title: string; readonly description: string; readonly action?: ReactNode }
  readonly children: (rows: readonly T[]) => ReactNode
}

/** The frame of every list for staff: loading, failed, empty, or its rows with the way to the next page. */
export function StaffList<T>({ list, noun, errorMessage, empty, children }: StaffListProps<T>) {
  return (
    <Async
      data={list.data}
      error={list.error}
      errorMessage={errorMessage}
      onRetry={list.retry}
      loading={<TableSkeleton text={`Loading ${noun}...`} />}
      isEmpty={(rows) => rows.length === 0}
      empty={
        <EmptyState heading="h2" title={empty.title} description={empty.description} className="sheet">
          {empty.action}
        </EmptyState>
      }
    >
      {(rows) => (
        <>
          {children(rows)}
          <Pager page={list.page} pageSize={list.pageSize} total={list.total} noun={noun} onPage={list.onPage} />
        </>
      )}
    </Async>
  )
}
