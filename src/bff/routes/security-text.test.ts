import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { securityTextRoutes } from './security-text.ts'

async function read(
  contact: string,
  now = '2026-11-22T18:00:00Z',
): Promise<{ readonly type: string; readonly text: string }> {
  const app = Fastify()
  const clock = { now: () => new Date(now) }
  securityTextRoutes(app, { contact, clock, originOf: () => 'https://shop.example' })
  const answer = await app.inject('/.well-known/security.txt')
  await app.close()
  return { type: String(answer.headers['content-type']), text: answer.body }
}

it('says where security problems are reported, and until when that holds', async () => {
  expect(await read('security@shop.example')).toEqual({
    type: 'text/plain; charset=utf-8',
    text: [
      'Contact: mailto:security@shop.example',
      'Expires: 2027-05-21T00:00:00.000Z',
      'Preferred-Languages: en',
      'Canonical: https://shop.example/.well-known/security.txt',
      '',
    ].join('\n'),
  })
  expect((await read('https://shop.example/report')).text).toMatch(/^Contact: https:\/\/shop\.example\/report\n/)
})

it('always holds for months, and for less than a year', async () => {
  for (const now of [
    '2026-12-31T23:59:59.999Z',
    '2028-02-29T00:00:00Z',
    '2031-06-30T12:00:00Z',
    '2040-01-01T00:00:00Z',
  ]) {
    const [, expires = ''] = /^Expires: (.*)$/m.exec((await read('security@shop.example', now)).text) ?? []
    const days = (Date.parse(expires) - Date.parse(now)) / 86_400_000
    expect(days, now).toBeGreaterThan(150)
    expect(days, now).toBeLessThan(365)
  }
})
