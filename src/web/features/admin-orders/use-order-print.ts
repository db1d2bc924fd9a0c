import { useCallback, useState } from 'react'
import type { StaffOrder } from '#contracts/staff-orders'
import { errorMessage } from '../../lib/error-message.ts'
import { useAction } from '../../lib/use-action.ts'
import { toast } from '../../ui/toast.tsx'
import { isPrinted, leftOutWords, readOrdersToPrint, type Printed } from './orders-to-print.ts'

export interface OrderPrint {
  /** What lies in the printer; null for nothing. */
  readonly printing: { readonly what: Printed; readonly orders: readonly StaffOrder[] } | null
  /** What is being read to be printed; null while nothing is. */
  readonly preparing: Printed | null
  /** Reads the orders anew and prints those that are still to be packed; a notice names the others. */
  readonly print: (what: Printed, ids: readonly number[]) => void
  /** The browser's print dialog was closed. */
  readonly done: () => void
}

/** Printing what goes with orders. */
export function useOrderPrint(): OrderPrint {
  const [printing, setPrinting] = useState<OrderPrint['printing']>(null)
  const done = useCallback(() => setPrinting(null), [])
  const { run, doing } = useAction(
    async ({ what, ids }: { readonly what: Printed; readonly ids: readonly number[] }) => {
      const orders = await readOrdersToPrint(ids)
      const leftOut = leftOutWords(what, orders)
      if (leftOut !== null) toast(leftOut)
      const printed = orders.filter((order) => isPrinted(what, order))
      if (printed.length > 0) setPrinting({ what, orders: printed })
    },
    (error) => {
      const description = errorMessage(error, 'The orders could not be read, and may have changed.')
      toast({ title: 'Not printed', description, variant: 'destructive' })
      return description
    },
  )
  return { printing, preparing: doing?.what ?? null, print: (what, ids) => run({ what, ids }), done }
}
