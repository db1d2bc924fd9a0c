import { FailedJobs } from '../../../features/admin-queues/failed-jobs.tsx'
import { FailedKinds } from '../../../features/admin-queues/failed-kinds.tsx'
import { QueueList } from '../../../features/admin-queues/queue-list.tsx'
import { useQueues } from '../../../features/admin-queues/use-queues.ts'
import { useRefusal } from '../../../lib/staff-person.ts'
import { Async } from '../../../ui/async.tsx'
import { RoomHead } from '../../../ui/room-head.tsx'
import { TableSkeleton } from '../../../ui/table-skeleton.tsx'

/** The work behind the screens, and what went wrong with it. */
export function QueuesPanel() {
  const refusal = useRefusal('jobs.write')
  const { data: queues, error, retry } = useQueues()
  return (
    <div className="grid gap-4">
      <RoomHead title="Queues" note={refusal} />
      <Async
        data={queues}
        error={error}
        errorMessage="Failed to fetch queues"
        onRetry={retry}
        loading={<TableSkeleton text="Loading queues..." />}
      >
        {(known) => (
          <>
            <QueueList queues={known} />
            <h2 className="mt-4 text-xl">Failed jobs</h2>
            <FailedKinds kinds={known.failedKinds} onChanged={retry} />
            <FailedJobs jobs={known.failed} onChanged={retry} />
          </>
        )}
      </Async>
    </div>
  )
}
