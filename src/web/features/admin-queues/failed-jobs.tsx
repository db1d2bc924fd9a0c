import { RotateCw } from 'lucide-react'
import type { QueueList } from '#contracts/admin'
import { formatCount } from '../../lib/format.ts'
import { formatShopTime } from '../../lib/format-shop-time.ts'
import { errorMessage } from '../../lib/error-message.ts'
import { runAgain } from '../../lib/run-job-again.ts'
import { useMay } from '../../lib/staff-person.ts'
import { useAction } from '../../lib/use-action.ts'
import { soon } from '../../lib/soon.ts'
import { Button } from '../../ui/button.tsx'
import { Alert } from '../../ui/note.tsx'
import { toast } from '../../ui/toast.tsx'

interface FailedJobsProps {
  readonly jobs: QueueList['failed']
  readonly onChanged: () => Promise<void>
}

/** The jobs that were given up, each with its error and a way to run it again. */
export function FailedJobs({ jobs, onChanged }: FailedJobsProps) {
  const mayRun = useMay('jobs.write')

  const { run, isBusy, doing, last, problem } = useAction<string>(
    async (id) => {
      await runAgain(id)
      toast({ title: 'Job runs again', description: 'It has all its tries again.' })
      await onChanged()
    },
    async (error) => {
      await soon(onChanged())
      return errorMessage(error, 'The job could not be run again.')
    },
  )

  // Somebody else was faster: the job is gone, and its button with it.
  const isGone = !jobs.some(({ id }) => id === last)
  return (
    <div className="grid gap-3">
      {isGone && <Alert message={problem} />}
      {jobs.length === 0 ? (
        <p className="sheet px-4 py-6 text-center text-soft">No failed jobs</p>
      ) : (
        <ul className="grid sheet">
          {jobs.map((job) => (
            <li
              key={job.id}
              className="grid gap-3 border-t border-line p-4 first:border-t-0 sm:grid-cols-[1fr_auto] sm:items-start"
            >
              <div className="grid min-w-0 gap-1">
                <p className="font-semibold">
                  {job.name} <span className="font-normal text-soft">in {job.queue}</span>
                </p>
                <p className="text-sm text-magenta wrap-anywhere">{job.error}</p>
                <p className="text-xs text-soft">
                  Given up after {formatCount(job.attempts, 'try', 'tries')}, {formatShopTime(job.failedAt)} · {job.id}
                </p>
              </div>
              {mayRun && (
                <Button
                  variant="quiet"
                  size="small"
                  aria-disabled={isBusy}
                  onClick={() => run(job.id)}
                  aria-label={doing === job.id ? `Running ${job.name} again...` : `Run ${job.name} again`}
                >
                  <RotateCw aria-hidden="true" className="size-4" />
                  {doing === job.id ? 'Running...' : 'Run again'}
                </Button>
              )}
              {last === job.id && <Alert message={problem} className="sm:col-span-2" />}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
