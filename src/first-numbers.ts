/** What the counters of the shop begin with. */
export const FIRST_NUMBERS = { orders: 100_001, products: 1, returns: 100_001, invoices: 100_001 } as const
