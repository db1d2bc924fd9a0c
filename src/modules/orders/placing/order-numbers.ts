import type { Counters } from '#platform/database/counters'

/**
 * Order numbers. Customers who order while a number is being fetched share the next fetch, so that the counter is no
 * queue of its own.
 */
export function createOrderNumbers(counters: Pick<Counters, 'take'>) {
  let waiting: { resolve: (number: number) => void; reject: (error: unknown) => void }[] = []
  let fetching = false

  async function fetchAll(): Promise<void> {
    fetching = true
    while (waiting.length > 0) {
      const served = waiting
      waiting = []
      try {
        const first = await counters.take('orders', served.length)
        for (const [i, customer] of served.entries()) customer.resolve(first + i)
      } catch (error) {
        for (const customer of served) customer.reject(error)
      }
    }
    fetching = false
  }

  return function nextNumber(): Promise<number> {
    return new Promise((resolve, reject) => {
      waiting.push({ resolve, reject })
      if (!fetching) void fetchAll()
    })
  }
}
