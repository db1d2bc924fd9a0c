import type { OrderReturn, Returnable } from '#contracts/returns'
import type { z } from 'zod'
import type { Order, OrderReturns } from '#modules/orders'
import { toDecimal } from '#platform/shared-kernel/money'

/** An order's returns as its customer sees them, oldest first. */
export function presentReturns(order: Order, { all }: OrderReturns): z.output<typeof OrderReturn>[] {
  return all.map(
    ({ number, status, lines, note, steps, expectedCents, refundedBeforeCents, isShippingFree, isWithdrawable }) => ({
      number: `RMA-${number}`,
      status,
      items: lines.map(({ lineNumber, quantity, reason, isUnopened }) => ({
        line: lineNumber,
        productName: order.lines[lineNumber - 1]?.productName ?? '',
        quantity,
        price: toDecimal(order.lines[lineNumber - 1]?.priceCents ?? 0),
        reason,
        isUnopened,
      })),
      note,
      steps: steps.map(({ status: step, at, message }) => ({ status: step, at: at.toISOString(), message })),
      refund: toDecimal(expectedCents),
      refundedBefore: toDecimal(refundedBeforeCents),
      isShippingFree,
      isWithdrawable,
    }),
  )
}

/** What may still come back of an order, and until when. */
export function presentReturnable(order: Order, { returnable }: OrderReturns): Returnable {
  if (returnable === null) return null
  return {
    until: returnable.until.toISOString(),
    unopenedUntil: returnable.unopenedUntil.toISOString(),
    items: returnable.lines.map(({ lineNumber, quantity }) => ({
      line: lineNumber,
      productName: order.lines[lineNumber - 1]?.productName ?? '',
      quantity,
    })),
  }
}
