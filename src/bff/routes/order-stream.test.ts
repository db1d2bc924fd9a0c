import Fastify, { type FastifyReply } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { expect, it, vi } from 'vitest'
import { registerValidation } from '../http/validation.ts'
import { openEventStream } from '../live/event-stream.ts'
import { orderStreamRoutes } from './order-stream.ts'

it('opens no stream for a request that was answered while its ticket was looked up', async () => {
  const app = Fastify().withTypeProvider<ZodTypeProvider>()
  registerValidation(app)
  let reply: FastifyReply | null = null
  app.addHook('preHandler', async (_request, its) => void (reply = its))
  const open = vi.fn(() => openEventStream())
  await app.register(orderStreamRoutes, {
    orders: {
      /** As late as after the answer of `answer-deadline.ts`. */
      async redeemStreamTicket() {
        void reply?.code(503).send('Please try again.')
        return { customerId: 'ada', sessionId: 'tab-1' }
      },
    } as never,
    customerAccess: {} as never,
    streams: { open, close() {} },
  })
  expect((await app.inject('/user/orders/stream?ticket=once')).statusCode).toBe(503)
  expect(open).not.toHaveBeenCalled()
  await app.close()
})
