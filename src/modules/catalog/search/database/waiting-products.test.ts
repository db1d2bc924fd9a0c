import { describe, expect, it } from 'vitest'
import { WaitingProducts } from './waiting-products.ts'

/** Products of which each writing ends when the test says so. */
function waitingProducts(atOnce = 500) {
  const writes: (readonly number[])[] = []
  const ends: ((error?: Error) => void)[] = []
  let failures = 0
  const products = new WaitingProducts({
    write: (ids) => {
      writes.push(ids)
      return new Promise((resolve, reject) => ends.push((error) => (error === undefined ? resolve() : reject(error))))
    },
    atOnce,
    onFailed: () => void failures++,
  })
  const end = async (error?: Error) => {
    ends.shift()?.(error)
    await new Promise(setImmediate)
  }
  return { products, writes, end, failures: () => failures, begins: () => new Promise(setImmediate) }
}

describe('products that wait to be written', () => {
  it('are written together when they were added before their writing began', async () => {
    const { products, writes, end, begins } = waitingProducts()
    const [first, second] = [products.add([1]), products.add([2, 1])]
    await begins()
    const third = products.add([3])
    expect(writes).toEqual([[1, 2]])
    await end()
    await Promise.all([first, second])
    expect(writes).toEqual([[1, 2], [3]])
    await end()
    await third
  })

  it('are written some at once', async () => {
    const { products, writes, end, begins } = waitingProducts(2)
    const added = products.add([1, 2, 3])
    await begins()
    expect(writes).toEqual([[1, 2]])
    await end()
    expect(writes).toEqual([[1, 2], [3]])
    await end()
    await added
  })

  it('wait on when they could not be written, and those that were written do not', async () => {
    const { products, writes, end, begins, failures } = waitingProducts(2)
    const failed = expect(products.add([1, 2, 3])).rejects.toThrow('away')
    await begins()
    await end()
    const isSettled = products.settled
    await end(new Error('away'))
    await failed
    await isSettled
    expect(failures()).toBe(1)
    const again = products.add([])
    await begins()
    await end()
    await again
    expect(writes).toEqual([[1, 2], [3], [3]])
  })

  it('let those wait who ask whether all is written, for what was added before and nothing later', async () => {
    const { products, end, begins } = waitingProducts()
    const first = products.add([1])
    let isSettled = false
    void products.settled.then(() => (isSettled = true))
    await begins()
    const second = products.add([2])
    expect(isSettled).toBe(false)
    await end()
    expect(isSettled).toBe(true)
    await end()
    await Promise.all([first, second])
  })
})
