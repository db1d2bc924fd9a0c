import { expect, it } from 'vitest'
import { listenerOf, ownAddress } from './own-address.ts'

it.each([
  ['127.0.0.1', 'http://127.0.0.1:3000'],
  ['localhost', 'http://localhost:3000'],
  ['0.0.0.0', 'http://localhost:3000'],
  ['::', 'http://localhost:3000'],
  ['::1', 'http://[::1]:3000'],
])('a shop on %s is reached at %s', (HOST, address) => {
  expect(ownAddress({ PUBLIC_URL: null, HOST, PORT: 3000 })).toBe(address)
})

it('listens for a name that may stand for two addresses at one of them', () => {
  expect(listenerOf({ HOST: 'localhost', PORT: 3000 })).toEqual({ host: '127.0.0.1', port: 3000 })
})

it.each(['127.0.0.1', '::1', '0.0.0.0', 'shop.example'])('listens at %s as it is', (HOST) => {
  expect(listenerOf({ HOST, PORT: 0 })).toEqual({ host: HOST, port: 0 })
})
