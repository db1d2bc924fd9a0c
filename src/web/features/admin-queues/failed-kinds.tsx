import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import type { QueueList } from '#contracts/admin'
import { formatCount } from '../../lib/format.ts'
import { useMay } from '../../lib/staff-person.ts'
import { Button } from '../../ui/button.tsx'
import { RunAllDialog } from './run-all-dialog.tsx'

interface FailedKindsProps {
  readonly kinds: QueueList['failedKinds']
  readonly onChanged: () => Promise<void>
}

/** How many jobs of each kind were given up, where there are several, with one press to run all of them again. */
export function FailedKinds({ kinds, onChanged }: FailedKindsProps) {
  const mayRun = useMay('jobs.write')
  const [asked, setAsked] = useState<QueueList['failedKinds'][number] | null>(null)
  // A single job has a button of its own in the list below.
  const several = kinds.filter(({ count }) => count > 1)
  if (several.length === 0 && asked === null) return null
  return (
    <>
      <ul className="grid sheet" aria-label="Failed jobs by kind">
        {several.map((kind) => (
          <li
            key={kind.name}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line p-4 first:border-t-0"
          >
            <p className="min-w-0 wrap-anywhere">
              <span className="font-semibold">{kind.name}</span>{' '}
              <span className="font-bold text-magenta">{kind.count.toLocaleString('en-US')} failed</span>
            </p>
            {mayRun && (
              <Button
                variant="quiet"
                size="small"
                onClick={() => setAsked(kind)}
                aria-label={`Run all ${kind.name} again, ${formatCount(kind.count, 'job')}`}
              >
                <RotateCw aria-hidden="true" className="size-4" />
                Run all again
              </Button>
            )}
          </li>
        ))}
      </ul>
      {asked !== null && <RunAllDialog kind={asked} onClose={() => setAsked(null)} onChanged={onChanged} />}
    </>
  )
}
