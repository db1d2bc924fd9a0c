import { decideReturnPath } from '#contracts/staff-paths'
import type { StaffOrder } from '#contracts/staff-orders'
import type { ReturnStatus } from '#contracts/returns'
import type { DecideReturnBody } from '#contracts/staff-orders'
import { api } from '../../lib/api-client.ts'
import { takeStep } from '../../lib/api-once.ts'
import { readOrder } from './move-orders.ts'
import { rememberOwnChange } from './own-changes.ts'

/**
 * Takes steps of a return one after the other, and gives the order after the last. The message goes with the first.
 * @param order as staff see it
 * @param onTaken called after each step, with the order as it is then
 * @throws ApiError when the shop refuses a step: ORDER_CHANGED where money is to go back and somebody else has changed the
 * order since; TypeError when there is no connection
 */
export async function takeReturnSteps(
  order: Pick<StaffOrder, 'id' | 'revision'>,
  number: string,
  wanted: { readonly steps: readonly ReturnStatus[]; readonly message: string; readonly restock: readonly number[] },
  onTaken: (order: StaffOrder) => void,
): Promise<void> {
  for (const [index, to] of wanted.steps.entries()) {
    const body: DecideReturnBody = {
      to,
      message: (index === 0 && wanted.message.trim()) || null,
      restock: [...wanted.restock],
      // Each step raises it by one. What else has raised it meanwhile, nobody here has seen.
      revision: order.revision + index,
    }
    rememberOwnChange(order.id)
    onTaken(
      await takeStep({
        send: () => api(decideReturnPath(order.id, number), { method: 'POST', body }),
        read: () => readOrder(order.id),
        isTaken: ({ returns }) => returns.some((each) => each.number === number && each.status === to),
      }),
    )
  }
}
