import type { FastifyRequest } from 'fastify'
import { expect, it } from 'vitest'
import { createHashingPlaces } from './hashing-places.ts'

const from = (ip: string) => ({ ip }) as FastifyRequest

it('an address hashes three passwords at once; its others wait in their order, and no other address waits for them', async () => {
  const places = createHashingPlaces()
  const started: string[] = []
  const finish: (() => void)[] = []
  const hash = (name: string) => () => {
    started.push(name)
    return new Promise<void>((resolve) => finish.push(resolve))
  }
  const storm = Array.from({ length: 5 }, (_, index) => places(from('203.0.113.9'), hash(`storm ${index}`)))
  const other = places(from('203.0.113.10'), hash('other'))
  expect(started).toEqual(['storm 0', 'storm 1', 'storm 2', 'other'])
  finish[0]?.()
  await storm[0]
  expect(started.at(-1)).toBe('storm 3')
  for (const done of finish) done()
  await storm[1]
  expect(started.at(-1)).toBe('storm 4')
  for (const done of finish) done()
  await Promise.all([...storm, other])
})

it('an address of which too many wait is told to come back', async () => {
  const places = createHashingPlaces()
  let finish = () => {}
  const all = new Promise<void>((resolve) => (finish = resolve))
  const accepted = Array.from({ length: 43 }, () => places(from('2001:db8::1'), () => all))
  await expect(places(from('2001:db8::2'), () => all)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  finish()
  await Promise.all(accepted)
  await places(from('2001:db8::2'), async () => {})
})

it('a failure gives its place to the next', async () => {
  const places = createHashingPlaces()
  const results = await Promise.allSettled(
    Array.from({ length: 10 }, () => places(from('203.0.113.9'), () => Promise.reject(new Error('wrong')))),
  )
  expect(results.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 'rejected'))
  await expect(places(from('203.0.113.9'), async () => 'in')).resolves.toBe('in')
})
