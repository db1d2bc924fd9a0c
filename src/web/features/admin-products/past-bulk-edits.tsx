import { useState } from 'react'
import { BULK_EDITS_PATH } from '#contracts/staff-paths'
import type { BulkEdit } from '#contracts/bulk-edits'
import { formatCount } from '../../lib/format.ts'
import { formatShopTime } from '../../lib/format-shop-time.ts'
import { SHARED_WITH_OTHERS, useRead } from '../../lib/use-read.ts'
import { Async } from '../../ui/async.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TableSkeleton } from '../../ui/table-skeleton.tsx'
import { BulkEditProgress } from './bulk-edit-progress.tsx'

const STATES: Readonly<Record<BulkEdit['state'], string>> = {
  previewing: 'being previewed',
  previewed: 'previewed, not made',
  running: 'under way',
  finished: 'made',
  stopped: 'stopped',
  undoing: 'being undone',
  undone: 'undone',
}

/** The latest bulk edits, each with its outcome and its undo. */
export function PastBulkEdits({
  onClose,
  onChanged,
}: {
  readonly onClose: () => void
  readonly onChanged: () => void
}) {
  const { data, error, retry } = useRead(BULK_EDITS_PATH, { ...SHARED_WITH_OTHERS, revalidateOnMount: true })
  const [opened, setOpened] = useState<string | null>(null)
  return (
    <Dialog onClose={onClose} title="Bulk edits" description="Each can be undone for 90 days." className="sm:max-w-2xl">
      {opened !== null ? (
        <BulkEditProgress id={opened} onClose={() => setOpened(null)} onChanged={onChanged} />
      ) : (
        <Async
          data={data}
          error={error}
          errorMessage="The bulk edits could not be read."
          onRetry={retry}
          loading={<TableSkeleton text="Loading bulk edits..." />}
        >
          {(bulkEdits) =>
            bulkEdits.length === 0 ? (
              <p className="text-soft">None yet. Select products in the table to change them together.</p>
            ) : (
              <ul className="grid">
                {bulkEdits.map((bulkEdit) => (
                  <li
                    key={bulkEdit.id}
                    className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-2 last:border-b-0"
                  >
                    <span className="mr-auto grid min-w-0">
                      <span className="font-medium wrap-anywhere first-letter:uppercase">{bulkEdit.summary}</span>
                      <span className="text-sm text-soft">
                        {[
                          formatShopTime(bulkEdit.createdAt),
                          bulkEdit.person,
                          `${formatCount(bulkEdit.changed, 'product')}, ${STATES[bulkEdit.state]}`,
                        ]
                          .filter(Boolean)
                          .join(' · ')}
                      </span>
                    </span>
                    <Button
                      size="small"
                      variant="quiet"
                      aria-label={`Open ${bulkEdit.summary}`}
                      onClick={() => setOpened(bulkEdit.id)}
                    >
                      Open
                    </Button>
                  </li>
                ))}
              </ul>
            )
          }
        </Async>
      )}
    </Dialog>
  )
}
