import type { QueueList as Queues } from '#contracts/admin'
import { formatCount } from '../../../lib/format.ts'
import { Cell, DataTable, HeadCell, Row, RowHead } from '../../../ui/data-table.tsx'
import { ageInWords } from '../age.ts'

/** Each queue's depth and the age of its oldest job, and whether anybody works. */
export function QueueList({ queues }: { readonly queues: Queues }) {
  const waiting = queues.queues.reduce((sum, queue) => sum + queue.waiting, 0)
  return (
    <div className="grid gap-4">
      <p className="flex items-center gap-2.5 font-medium">
        <span aria-hidden="true" className={`size-3 rounded-full ${queues.workersAlive > 0 ? 'bg-ok' : 'bg-magenta'}`} />
        {queues.workersAlive > 0 ? `${formatCount(queues.workersAlive, 'worker')} alive` : 'No worker is alive'}
        {queues.workersAlive === 0 && waiting > 0 && <span className="text-magenta">: {formatCount(waiting, 'job')} wait until one is started</span>}
      </p>
      <DataTable label="Queues" className="min-w-[38rem]">
        <thead>
          <tr>
            <HeadCell>Queue</HeadCell>
            <HeadCell className="text-right">Waiting</HeadCell>
            <HeadCell className="text-right">Delayed</HeadCell>
            <HeadCell className="text-right">Running</HeadCell>
            <HeadCell className="text-right">Failed</HeadCell>
            <HeadCell className="text-right">Oldest has waited for</HeadCell>
          </tr>
        </thead>
        <tbody>
          {queues.queues.map((queue) => (
            <Row key={queue.queue}>
              <RowHead className="font-semibold">{queue.queue}</RowHead>
              <Cell className="text-right">{queue.waiting.toLocaleString('en-US')}</Cell>
              <Cell className="text-right">{queue.delayed.toLocaleString('en-US')}</Cell>
              <Cell className="text-right">{queue.active.toLocaleString('en-US')}</Cell>
              <Cell className={queue.failed > 0 ? 'text-right font-bold text-magenta' : 'text-right'}>{queue.failed.toLocaleString('en-US')}</Cell>
              <Cell className="text-right">{ageInWords(queue.oldestWaitingMs)}</Cell>
            </Row>
          ))}
        </tbody>
      </DataTable>
    </div>
  )
}
