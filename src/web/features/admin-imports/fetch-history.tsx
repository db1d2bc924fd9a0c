import type { ListFetch, Supplier } from '#contracts/suppliers'
import { formatShopTime } from '../../lib/format-shop-time.ts'
import { readEvery } from '../../lib/read-every.ts'
import { useMay } from '../../lib/staff-person.ts'
import { useAction } from '../../lib/use-action.ts'
import { SHARED_WITH_OTHERS, useRead } from '../../lib/use-read.ts'
import { Async } from '../../ui/async.tsx'
import { Badge, type BadgeTone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Alert } from '../../ui/note.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { fetchesPath, fetchNow } from './import-calls.ts'
import { formatBytes } from './import-file.ts'
import { countsText } from './supplier-texts.ts'

/** How often the list is read again while a fetch is under way, in ms. */
const READ_AGAIN_MS = 2000

/** When a supplier's list was fetched, and what came of it; and the way to fetch it now. */
export function FetchHistory({
  supplier,
  onOpen,
  onFetched,
}: {
  readonly supplier: Supplier
  /** Shows an import. */
  readonly onOpen: (importId: string) => void
  readonly onFetched: () => Promise<void>
}) {
  const { data, error, retry } = useRead(fetchesPath(supplier.id), {
    ...SHARED_WITH_OTHERS,
    ...readEvery((latest) => (latest?.[0]?.state === 'under-way' ? READ_AGAIN_MS : 0)),
  })
  const now = useAction(async () => {
    await fetchNow(supplier.id, data?.[0]?.id)
    await Promise.all([retry(), onFetched()])
  }, 'The list could not be fetched.')
  const isUnderWay = data?.[0]?.state === 'under-way'
  return (
    <section aria-label="Fetches" className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="text-base font-semibold">Fetches</h3>
        {useMay('imports.write') && (
          <Button
            variant="quiet"
            size="small"
            aria-disabled={now.isBusy || isUnderWay}
            onClick={() => {
              if (!isUnderWay) now.run()
            }}
          >
            {now.isBusy || isUnderWay ? 'Fetching...' : 'Fetch now'}
          </Button>
        )}
      </div>
      <Alert message={now.problem} />
      <Async
        data={data}
        error={error}
        errorMessage="The fetches could not be read."
        onRetry={retry}
        loading={<Skeleton className="h-16" />}
        isEmpty={(fetches) => fetches.length === 0}
        empty={<p className="sheet px-4 py-4 text-sm text-soft">It was not fetched yet.</p>}
      >
        {(fetches) => (
          <ul aria-live="polite" className="sheet max-h-72 divide-y divide-line overflow-y-auto">
            {fetches.map((fetch) => (
              <li key={fetch.id} className="grid gap-1 px-4 py-3 text-sm">
                <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                  <StateBadge fetch={fetch} />
                  <span className="font-semibold">{formatShopTime(fetch.startedAt)}</span>
                  <span className="text-soft">{fetch.by ?? 'by itself'}</span>
                  {fetch.importId !== null && (
                    <Button
                      variant="ghost"
                      size="small"
                      className="ml-auto"
                      aria-label={`Open the import of ${formatShopTime(fetch.startedAt)}`}
                      onClick={() => onOpen(fetch.importId ?? '')}
                    >
                      Open
                    </Button>
                  )}
                </div>
                {fetch.counts !== null && <p>{countsText(fetch.counts)}</p>}
                {fetch.problem !== null && (
                  <p className="[overflow-wrap:anywhere]">
                    {fetch.problem}
                    {fetch.state === 'under-way' && ` It is tried again (try ${fetch.tries + 1} of 4).`}
                  </p>
                )}
                {fetch.fileName !== null && fetch.sizeBytes !== null && (
                  <p className="[overflow-wrap:anywhere] text-soft">
                    {fetch.fileName}, {formatBytes(fetch.sizeBytes)}
                  </p>
                )}
              </li>
            ))}
          </ul>
        )}
      </Async>
    </section>
  )
}

const STATES: Readonly<Record<ListFetch['state'], readonly [text: string, tone: BadgeTone]>> = {
  'under-way': ['Under way', 'act'],
  imported: ['Imported', 'good'],
  unchanged: ['Same file', 'plain'],
  waits: ['Waits for you', 'mark'],
  failed: ['Failed', 'sell'],
}

function StateBadge({ fetch }: { readonly fetch: ListFetch }) {
  const [text, tone] = STATES[fetch.state]
  return <Badge tone={tone}>{text}</Badge>
}
