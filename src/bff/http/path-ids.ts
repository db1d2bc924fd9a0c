import { z } from 'zod'
import { NumericId } from '#contracts/common'
import { AppError } from '#platform/errors/errors'

/** Any text, because what is the id of nothing is not found and not invalid; the router lets 200 characters pass. */
export const PathId = z.string()
export const ProductPath = z.object({ id: PathId.describe("The product's number") })
export type ProductPath = z.output<typeof ProductPath>
export const OrderPath = z.object({ id: PathId.describe("The order's number") })

export const ReturnPath = OrderPath.extend({ number: PathId.describe("The return's number, such as RMA-100001") })

/** Reads a product's number in a path; text, 1e3 and 0x10 are not numbers. @throws AppError (not-found) */
export function productIdOf(text: string): number {
  return idOf(text, 'PRODUCT_NOT_FOUND', "The product you're looking for doesn't exist.")
}

/** Reads an order's number in a path. @throws AppError (not-found) */
export function orderIdOf(text: string): number {
  return idOf(text, 'ORDER_NOT_FOUND', 'There is no such order.')
}

/** Reads a return's number with or without RMA-. @throws AppError (not-found) */
export function returnNumberOf(text: string): number {
  return idOf(text.replace(/^RMA-/i, ''), 'RETURN_NOT_FOUND', 'There is no such return.')
}

function idOf(text: string, code: string, message: string): number {
  const id = NumericId.safeParse(text)
  if (!id.success) throw new AppError('not-found', code, message)
  return id.data
}
