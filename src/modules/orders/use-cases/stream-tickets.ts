import { randomBytes } from 'node:crypto'
import type { Clock } from '#platform/time/clock'
import { TicketNotValid } from '../errors.ts'
import type { StreamViewer } from '../domain/stream-viewer.ts'
import type { StreamTicketRepository } from '../persistence/stream-ticket.repository.ts'

const VALID_MS = 30_000

export type IssueStreamTicket = (viewer: StreamViewer) => Promise<string>
export type RedeemStreamTicket = (ticket: string) => Promise<StreamViewer>

interface Dependencies {
  readonly tickets: StreamTicketRepository
  readonly clock: Clock
}

/** Issues a ticket for one connection within 30 seconds; every web process accepts it. */
export function createIssueStreamTicket({ tickets, clock }: Dependencies): IssueStreamTicket {
  return async function issueStreamTicket(viewer) {
    const ticket = randomBytes(32).toString('base64url')
    await tickets.insert(ticket, viewer, new Date(clock.now().getTime() + VALID_MS))
    return ticket
  }
}

/** Uses up a ticket and returns its viewer. @throws TicketNotValid when it is unknown, used or too old */
export function createRedeemStreamTicket({ tickets, clock }: Dependencies): RedeemStreamTicket {
  return async function redeemStreamTicket(ticket) {
    const viewer = await tickets.take(ticket, clock.now())
    if (viewer === null) throw new TicketNotValid()
    return viewer
  }
}
