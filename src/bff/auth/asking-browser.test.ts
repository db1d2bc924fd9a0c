import cookie from '@fastify/cookie'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { createAskingBrowser } from './asking-browser.ts'

async function aServer(publicUrl: string | null) {
  const app = Fastify()
  await app.register(cookie, { hook: false })
  const askingBrowser = createAskingBrowser(app, publicUrl)
  app.post('/api/login/code', (request, reply) => reply.send(askingBrowser.remember(request, reply)))
  app.get('/api/login/code', (request, reply) => reply.send({ secret: askingBrowser.secretOf(request) }))
  const ask = async (sent = '') => {
    const answer = await app.inject({ method: 'POST', url: '/api/login/code', headers: { cookie: sent } })
    return { secret: answer.body, cookie: String(answer.headers['set-cookie']) }
  }
  const secretOf = async (sent: string) =>
    (await app.inject({ url: '/api/login/code', headers: { cookie: sent } })).json<{ secret: string | null }>().secret
  return { ask, secretOf }
}

it('a browser keeps its secret, and each has another', async () => {
  const { ask, secretOf } = await aServer(null)
  const [first, other] = [await ask(), await ask()]
  expect(first.secret).not.toBe(other.secret)
  expect(await secretOf(`a=b; sign_in_code=${first.secret}`)).toBe(first.secret)
  expect((await ask(`sign_in_code=${first.secret}`)).secret).toBe(first.secret)
})

it('what is no secret of the shop is none, and is replaced', async () => {
  const { ask, secretOf } = await aServer(null)
  for (const sent of ['', 'sign_in_code=', 'sign_in_code=short', `sign_in_code=${'x'.repeat(44)}`]) {
    expect(await secretOf(sent)).toBeNull()
    expect((await ask(sent)).secret).toMatch(/^[\w-]{43}$/)
  }
})

it('over an encrypted connection no other host can set it', async () => {
  const { ask, secretOf } = await aServer('https://shop.example.com')
  const { secret, cookie: set } = await ask()
  expect(set).toBe(`__Host-code=${secret}; Max-Age=3600; Path=/; HttpOnly; Secure; SameSite=Strict`)
  expect(await secretOf(`__Host-code=${secret}`)).toBe(secret)
  expect(await secretOf(`sign_in_code=${secret}`)).toBeNull()
})
