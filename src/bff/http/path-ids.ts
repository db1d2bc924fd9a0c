import { z } from 'zod'
import { NumericId } from '#contracts/common'
import { AppError } from '#platform/errors'

export const ProductPath = z.object({ id: z.string().describe("The product's number") })
export const OrderPath = z.object({ id: z.string().describe("The order's number") })

/** Reads a product's number in a path; text, 1e3 and 0x10 are not numbers. @throws AppError (not-found) */
export function productIdOf(text: string): number {
  return idOf(text, 'PRODUCT_NOT_FOUND', "The product you're looking for doesn't exist.")
}

/** Reads an order's number in a path. @throws AppError (not-found) */
export function orderIdOf(text: string): number {
  return idOf(text, 'ORDER_NOT_FOUND', 'There is no such order.')
}

function idOf(text: string, code: string, message: string): number {
  const id = NumericId.safeParse(text)
  if (!id.success) throw new AppError('not-found', code, message)
  return id.data
}
