import { expect, it } from 'vitest'
import { homeNetworkOf, networkBuckets } from './networks.ts'

const keys = (address: string) => networkBuckets('kind', address, 10, 1000).map(({ key, max }) => [key, max])

it('an IPv4 address counts by itself, however it is written', () => {
  expect(keys('203.0.113.9')).toEqual([['kind:203.0.113.9', 10]])
  expect(keys('::ffff:203.0.113.9')).toEqual([['kind:203.0.113.9', 10]])
})

it('an IPv6 address counts for its home, and four homes’ worth for its site', () => {
  expect(keys('2001:db8:1:2:3:4:5:6')).toEqual([
    ['kind:2001:db8:1:2::', 10],
    ['kind-site:2001:db8:1::', 40],
  ])
  expect(keys('2001:0DB8:1:2::ffff')[0]).toEqual(keys('2001:db8:1:2:3:4:5:6')[0])
  expect(keys('2001:db8:1:ffff::1')[1]).toEqual(keys('2001:db8:1:2:3:4:5:6')[1])
})

it('an address counts without the port that a proxy writes behind it', () => {
  expect(keys('203.0.113.77:40001')).toEqual(keys('203.0.113.77'))
  expect(keys('[2001:db8:1:2::5]:40001')).toEqual(keys('2001:db8:1:2::5'))
  expect(keys('[2001:db8:1:2::5]')).toEqual(keys('2001:db8:1:2::5'))
})

it('all that is no address counts as one', () => {
  const written = ['unknown', '203.0.113.77:x', '999.1.1.1:80', '[nothing]:80', '']
  expect(new Set(written.map((address) => JSON.stringify(keys(address)))).size).toBe(1)
})

it('an address counts for the same home again, also after thousands of others', () => {
  const address = (i: number) => `2001:db8:${i.toString(16)}::1`
  const homes = Array.from({ length: 6000 }, (_, i) => homeNetworkOf(address(i)))
  expect(new Set(homes).size).toBe(6000)
  expect([homeNetworkOf(address(0)), homeNetworkOf(address(5999))]).toEqual([homes[0], homes[5999]])
})
