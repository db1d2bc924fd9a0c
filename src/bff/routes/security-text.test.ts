import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { securityTextRoutes } from './security-text.ts'

async function read(contact: string): Promise<{ readonly type: string; readonly text: string }> {
  const app = Fastify()
  const clock = { now: () => new Date('2026-11-22T18:00:00Z') }
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
