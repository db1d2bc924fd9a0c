import type { OrdersModule } from '#modules/orders'

export interface StaffOrders {
  /** Has a job move an order, and logs it. @returns the job's id @throws OrderNotFound @throws OrderCannotMove */
  move(move: Parameters<OrdersModule['requestMove']>[0], address: string): Promise<string>
}
