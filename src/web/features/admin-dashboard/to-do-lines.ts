import type { ToDo } from '#contracts/admin'
import { formatCount } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'

/** One kind of work that waits, and where it is done. */
export interface ToDoLine {
  readonly key: string
  readonly count: number
  readonly title: string
  readonly reason: string
  readonly action: string
  readonly to: string
  /** Something is late or has failed. */
  readonly isUrgent?: boolean
}

/** What waits for a person, most urgent first; nothing of what does not wait. */
export function toDoLines({
  orders,
  inbox,
  failedImport,
  outOfStock,
  failedJobs,
  withheldMails,
}: ToDo): readonly ToDoLine[] {
  const lines: readonly ToDoLine[] = [
    {
      key: 'late',
      count: inbox.late,
      title: 'Late messages',
      reason: 'The time within which the shop promised an answer is over.',
      action: 'Answer',
      to: paths.room('inbox', { overdue: 'true' }),
      isUrgent: true,
    },
    {
      key: 'requests',
      count: inbox.failed,
      title: 'Privacy requests that failed',
      reason:
        'The shop could not erase, export or record what a person asked for. They wait until somebody tries again.',
      action: 'Look',
      to: paths.room('inbox', { kind: 'privacy' }),
      isUrgent: true,
    },
    {
      key: 'jobs',
      // The jobs of failed requests are counted in the line above.
      count: Math.max(failedJobs - inbox.failed, 0),
      title: 'Failed jobs',
      reason: 'Mails, moves or imports that were given up.',
      action: 'Look',
      to: paths.room('queues'),
      isUrgent: true,
    },
    {
      key: 'release',
      count: orders.awaitingRelease,
      title: 'Orders to release',
      reason: 'Large orders stay pending and hold their pieces until somebody looks at them.',
      action: 'Look',
      to: paths.room('orders', { status: 'awaits-release' }),
    },
    {
      key: 'ship',
      count: orders.processing,
      title: 'Orders to ship',
      reason: 'Their review time is over. Print the slips, pack, mark as shipped.',
      action: 'Ship',
      to: paths.room('orders', { status: 'processing' }),
    },
    {
      key: 'returns',
      count: orders.openReturns,
      title: 'Orders with a return to decide',
      reason: 'A customer wants to send something back.',
      action: 'Decide',
      to: paths.room('orders', { status: 'open-returns' }),
    },
    {
      key: 'process',
      count: orders.pending - orders.awaitingRelease,
      title: 'New orders to process',
      reason: 'They move on by themselves when the review time is over, or when you start them.',
      action: 'Open',
      to: paths.room('orders', { status: 'pending' }),
    },
    {
      key: 'messages',
      count: inbox.open - inbox.late,
      title: 'Messages to answer',
      reason: 'Each shows how much of its time is left.',
      action: 'Answer',
      to: paths.room('inbox', { state: 'open' }),
    },
    {
      key: 'import',
      count: failedImport?.failed ?? 0,
      title: 'Failed rows of the last price list',
      reason: failedImport === null ? '' : `${failedImport.fileName}: the other rows are in.`,
      action: 'Correct',
      to: paths.room('imports', { import: failedImport?.id }),
    },
    {
      key: 'stock',
      count: outOfStock,
      title: 'Sold-out products',
      reason: 'Customers see them and cannot buy them.',
      action: 'Restock',
      to: paths.room('products', { stock: 'out' }),
    },
    {
      key: 'mails',
      count: withheldMails,
      title: 'Mails held back in the last 24 hours',
      reason: 'Somebody had the shop write more than an address gets in an hour.',
      action: 'Read more',
      to: paths.room('queues'),
    },
  ]
  return lines.filter(({ count }) => count > 0)
}

export interface WaitingCount {
  readonly count: number
  /** The number with what it counts, to be read aloud. */
  readonly words: string
  readonly isUrgent?: boolean
}

/** What waits in each room, by the room's name. */
export function waitingByRoom({
  orders,
  inbox,
  failedImport,
  failedJobs,
}: ToDo): Readonly<Record<string, WaitingCount>> {
  const waitingOrders = orders.pending + orders.processing + orders.openReturns
  const failedRows = failedImport?.failed ?? 0
  const late = inbox.late === 0 ? '' : inbox.open === 1 ? ', late' : `, ${inbox.late} of them late`
  return {
    orders: {
      count: waitingOrders,
      words: formatCount(waitingOrders, 'order waits for the shop', 'orders wait for the shop'),
      isUrgent: orders.awaitingRelease > 0,
    },
    imports: { count: failedRows, words: formatCount(failedRows, 'failed row'), isUrgent: true },
    inbox: {
      count: inbox.open,
      words: `${formatCount(inbox.open, 'message open', 'messages open')}${late}`,
      isUrgent: inbox.late > 0,
    },
    queues: { count: failedJobs, words: formatCount(failedJobs, 'failed job'), isUrgent: true },
  }
}
