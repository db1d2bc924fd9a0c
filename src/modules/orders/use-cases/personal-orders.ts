import { z } from 'zod'
import { yearsBefore, type Clock } from '#platform/time/clock'
import type { Database } from '#platform/database/database'
import { defineJob } from '#platform/jobs/define-job'
import type { PersonIdentifiers } from '#platform/shared-kernel/person-identifiers'
import type { Order } from '../domain/order.ts'
import { canMove } from '../domain/order-status.ts'
import type { OrderRecord } from '../persistence/order-mapping.ts'
import type { OrderingCustomerRepository } from '../persistence/ordering-customer.repository.ts'
import type { OldOrders, OrderingPerson, PersonalOrdersRepository } from '../persistence/personal-orders.repository.ts'
import type { MoveOrder } from './move-order.ts'

const REASON = 'The customer asked us to delete their data.'
const TOO_OLD = 'Orders keep their customer for 7 years.'
/** As long as the data of accounts (specification 2, section 9). */
const KEPT_YEARS = 7

/** Takes customers out of orders that are older than their data may be. */
export const eraseOldOrdersJob = defineJob({ name: 'forget-old-orders', queue: 'housekeeping', schema: z.object({}) })

/** What is exported and erased of a person's orders. */
export interface PersonalOrders {
  /** Every order of a person, as the shop holds it. */
  list(person: OrderingPerson): Promise<readonly Order[]>
  /** Names, phones and streets that were typed into a person's orders. */
  identifiers(person: OrderingPerson): Promise<Partial<PersonIdentifiers>>
  /**
   * Takes a person out of their orders, which keep lines, sums and times. Orders that have not been shipped are
   * canceled, because they can no longer be delivered; their pieces go back in stock. A repetition changes nothing.
   */
  erase(person: OrderingPerson): Promise<void>
  /** Takes the customers out of all orders that were placed more than 7 years ago, in the same way. */
  eraseOld(input: object, context: { readonly signal: AbortSignal }): Promise<void>
}

/** So many orders are read and erased at once: each may have a hundred lines. */
const AT_ONCE = 25

function* groupsOf(ids: readonly number[]): Iterable<readonly number[]> {
  for (let at = 0; at < ids.length; at += AT_ONCE) yield ids.slice(at, at + AT_ONCE)
}

/** What staff wrote about a person is theirs to know; who wrote it is another person's name. */
function withoutWriters(order: Order): Order {
  const nameless = <Written>(all: readonly Written[]) => all.map((each) => ({ ...each, by: null }))
  return { ...order, notes: nameless(order.notes), refunds: nameless(order.refunds) }
}

export function createPersonalOrders(deps: {
  readonly database: Database
  readonly personal: PersonalOrdersRepository
  readonly customers: Pick<OrderingCustomerRepository, 'close'>
  readonly clock: Clock
  readonly moveOrder: MoveOrder
}): PersonalOrders {
  const { database, personal, customers, clock, moveOrder } = deps

  const isUnsent = ({ order }: OrderRecord): boolean => canMove(order.status, 'cancelled')

  /** An order that has not been shipped is canceled, too. */
  async function eraseUnsent(orderId: number, reason: string): Promise<void> {
    await database.transaction(async (tx) => {
      for (const { order } of (await personal.read([orderId], tx)).filter(isUnsent))
        await moveOrder(tx, order, { to: 'cancelled' }, { by: 'shop', reason, jobId: null })
      await personal.erase(tx, await personal.read([orderId], tx))
    })
  }

  /** Those that are over share a transaction; what moves stock and takes more with it has one of its own. */
  async function eraseOrders(ids: readonly number[], reason: string, signal?: AbortSignal): Promise<void> {
    for (const group of groupsOf(ids)) {
      signal?.throwIfAborted()
      const unsent = await database.transaction(async (tx) => {
        const records = await personal.read(group, tx)
        await personal.erase(
          tx,
          records.filter((record) => !isUnsent(record)),
        )
        return records.filter(isUnsent)
      })
      for (const { order } of unsent) {
        signal?.throwIfAborted()
        await eraseUnsent(order.id, reason)
      }
    }
  }

  async function list(person: OrderingPerson): Promise<readonly Order[]> {
    const found: Order[] = []
    for (const group of groupsOf(await personal.listIds(person)))
      for (const { order } of await personal.read(group)) found.push(withoutWriters(order))
    return found
  }

  return {
    list,
    async identifiers(person) {
      const found = await list(person)
      const addresses = found.flatMap(({ shippingAddress, billingAddress }) => [shippingAddress, billingAddress])
      return {
        names: [
          ...found.map(({ customerName }) => customerName),
          ...addresses.map(({ firstName, lastName }) => `${firstName} ${lastName}`),
        ],
        phones: found.flatMap(({ customerPhone }) => (customerPhone === null ? [] : [customerPhone])),
        places: addresses.map(({ address }) => address),
      }
    },
    async erase(person) {
      // First, so that an order which is on its way is either found here or refused.
      if (person.customerId !== null) await customers.close(person.customerId, clock.now())
      await eraseOrders(await personal.listIds(person), REASON)
      if (person.customerId !== null) await personal.eraseKeysAndTickets(person.customerId)
    },
    async eraseOld(_input, { signal }) {
      const time = yearsBefore(clock.now(), KEPT_YEARS)
      for (let after: number | null = 0; after !== null;) {
        const read: OldOrders = await personal.readPlacedBefore(time, after)
        await eraseOrders(read.named, TOO_OLD, signal)
        after = read.last
      }
    },
  }
}
