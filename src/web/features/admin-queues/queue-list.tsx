import type { QueueList as Queues } from '#contracts/admin'
import { formatCount } from '../../lib/format.ts'
import { Cell, DataTable, HeadCell, PhoneLabel, Row, RowHead } from '../../ui/data-table.tsx'
import { ageInWords } from './age.ts'

/** Each queue's depth and the age of its oldest job, and whether anybody works. On a phone each queue is a card. */
export function QueueList({ queues }: { readonly queues: Queues }) {
  const waiting = queues.queues.reduce((sum, queue) => sum + queue.waiting, 0)
  return (
    <div className="grid gap-4">
      <p className="flex items-center gap-2.5 font-medium">
        <span
          aria-hidden="true"
          className={`size-3 rounded-full ${queues.workersAlive > 0 ? 'bg-ok' : 'bg-magenta'}`}
        />
        {queues.workersAlive > 0 ? `${formatCount(queues.workersAlive, 'worker')} alive` : 'No worker is alive'}
        {queues.workersAlive === 0 && waiting > 0 && (
          <span className="text-magenta">: {formatCount(waiting, 'job')} wait until one is started</span>
        )}
      </p>
      {queues.withheldMails > 0 && (
        <p className="max-w-prose text-sm">
          <strong className="font-semibold">
            {formatCount(queues.withheldMails, 'mail')} held back in the last 24 hours.
          </strong>{' '}
          An address that nobody has confirmed gets 5 mails an hour, so that nobody can flood it through the shop, and
          one customer causes at most 20 at other addresses. What caused these mails was done. The log of the process
          names each of them.
        </p>
      )}
      <DataTable label="Queues" className="max-sm:block">
        <thead className="max-sm:sr-only">
          <tr>
            <HeadCell>Queue</HeadCell>
            <HeadCell className="text-right">Waiting</HeadCell>
            <HeadCell className="text-right">Delayed</HeadCell>
            <HeadCell className="text-right">Running</HeadCell>
            <HeadCell className="text-right">Failed</HeadCell>
            <HeadCell className="text-right">Oldest has waited for</HeadCell>
          </tr>
        </thead>
        <tbody className="max-sm:block">
          {queues.queues.map((queue) => (
            <Row key={queue.queue} className="max-sm:grid max-sm:grid-cols-4 max-sm:py-1.5 large-letters:grid-cols-2">
              <RowHead className="font-semibold max-sm:col-span-4 large-letters:col-span-2">{queue.queue}</RowHead>
              <Cell className="sm:text-right">
                <PhoneLabel className="block font-normal">Waiting</PhoneLabel>
                {queue.waiting.toLocaleString('en-US')}
              </Cell>
              <Cell className="sm:text-right">
                <PhoneLabel className="block font-normal">Delayed</PhoneLabel>
                {queue.delayed.toLocaleString('en-US')}
              </Cell>
              <Cell className="sm:text-right">
                <PhoneLabel className="block font-normal">Running</PhoneLabel>
                {queue.active.toLocaleString('en-US')}
              </Cell>
              <Cell className={queue.failed > 0 ? 'font-bold text-magenta sm:text-right' : 'sm:text-right'}>
                <PhoneLabel className="block font-normal">Failed</PhoneLabel>
                {queue.failed.toLocaleString('en-US')}
              </Cell>
              <Cell className="max-sm:col-span-4 large-letters:col-span-2 sm:text-right">
                <PhoneLabel className="block font-normal">Oldest has waited for</PhoneLabel>
                {ageInWords(queue.oldestWaitingMs)}
              </Cell>
            </Row>
          ))}
        </tbody>
      </DataTable>
    </div>
  )
}
