import type { FastifyReply, FastifyRequest } from 'fastify'
import { describe, expect, it, vi } from 'vitest'
import type { Transaction } from '#platform/database/database'
import { RepeatedOtherwise, type NoteMade, type RepeatableCalls } from '#platform/database/repeatable-calls'
import { createMakeOnce } from './make-once.ts'

/** What several processes share; the second that notes a call fails, as a unique row makes it. */
function sharedCalls(): RepeatableCalls & { readonly ids: () => readonly string[] } {
  const rows = new Map<string, { fingerprint: string; madeId: string }>()
  return {
    ids: () => [...rows.keys()],
    async findMade({ id, fingerprint }) {
      const row = rows.get(id)
      if (row !== undefined && row.fingerprint !== fingerprint) throw new RepeatedOtherwise()
      return row?.madeId ?? null
    },
    async note(_tx, { id, fingerprint }, madeId) {
      if (rows.has(id)) throw new Error('E11000')
      rows.set(id, { fingerprint, madeId })
    },
  }
}

const TX = {} as Transaction

function aRequest(key: string | null, changes: object = {}): FastifyRequest {
  return {
    headers: key === null ? {} : { 'idempotency-key': key },
    routeOptions: { method: 'POST', url: '/messages' },
    customer: null,
    staff: null,
    params: {},
    body: { text: 'Hello' },
    ...changes,
  } as unknown as FastifyRequest
}

function aReply() {
  const headers = new Map<string, string>()
  const reply = { header: (name: string, value: string) => void headers.set(name, value) } as unknown as FastifyReply
  return { reply, isReplay: () => headers.get('idempotent-replayed') === 'true' }
}

/** A process with its things, made under growing numbers. */
function aProcess(calls: RepeatableCalls) {
  const made: string[] = []
  const makeOnce = createMakeOnce(calls)
  return {
    made,
    async send(request: FastifyRequest, make?: (note: NoteMade) => Promise<string>) {
      const { reply, isReplay } = aReply()
      const thing = await makeOnce(request, reply, {
        make:
          make ??
          (async (note) => {
            const id = `thing ${made.length + 1}`
            await note(TX, id)
            made.push(id)
            return id
          }),
        find: async (id) => `${id}, found`,
      })
      return { thing, isReplay: isReplay() }
    },
  }
}

describe('what is made once', () => {
  it('is found by each repetition of its key, one after another and at the same time', async () => {
    const { send, made } = aProcess(sharedCalls())
    const answers = await Promise.all([send(aRequest('k')), send(aRequest('k')), send(aRequest('k'))])
    answers.push(await send(aRequest('k')))
    expect(made).toHaveLength(1)
    expect(answers.map(({ isReplay }) => isReplay)).toEqual([false, true, true, true])
    expect(new Set(answers.slice(1).map(({ thing }) => thing))).toEqual(new Set(['thing 1, found']))
  })

  it('is found where another process was faster', async () => {
    const calls = sharedCalls()
    const [one, other] = [aProcess(calls), aProcess(calls)]
    const answer = await one.send(aRequest('k'), async (note) => {
      await other.send(aRequest('k'))
      await note(TX, 'too late')
      return 'too late'
    })
    expect(answer).toEqual({ thing: 'thing 1, found', isReplay: true })
  })

  it('is found where its commit went through and the answer to the commit was lost', async () => {
    const { send } = aProcess(sharedCalls())
    const answer = await send(aRequest('k'), async (note) => {
      await note(TX, 'committed')
      throw new Error('the connection was lost')
    })
    expect(answer).toEqual({ thing: 'committed, found', isReplay: true })
  })

  it('is made by the next try where it failed', async () => {
    const { send } = aProcess(sharedCalls())
    const failing = vi.fn(() => Promise.reject(new Error('no room')))
    await expect(send(aRequest('k'), failing)).rejects.toThrow('no room')
    await expect(send(aRequest('k'))).resolves.toEqual({ thing: 'thing 1', isReplay: false })
  })

  it('is made each time without a key', async () => {
    const { send, made } = aProcess(sharedCalls())
    await Promise.all([send(aRequest(null)), send(aRequest(null))])
    expect(made).toHaveLength(2)
  })

  it('is something else for another caller and at another call', async () => {
    const { send, made } = aProcess(sharedCalls())
    await send(aRequest('k'))
    await send(aRequest('k', { customer: { id: 'ada' } }))
    await send(aRequest('k', { customer: { id: 'grace' } }))
    await send(aRequest('k', { staff: { person: { id: 'owner' } } }))
    await send(aRequest('k', { routeOptions: { method: 'POST', url: '/data-requests' } }))
    expect(made).toHaveLength(5)
  })

  it.each([
    ['another body', { body: { text: 'Hello there' } }],
    ['another thing in its path', { params: { id: '7' } }],
  ])('is refused with %s under the same key', async (_what, changes) => {
    const { send, made } = aProcess(sharedCalls())
    await send(aRequest('k'))
    await expect(send(aRequest('k', changes))).rejects.toThrow(RepeatedOtherwise)
    expect(made).toHaveLength(1)
  })

  it('keeps neither the key nor who sent it', async () => {
    const calls = sharedCalls()
    await aProcess(calls).send(aRequest('my-key', { customer: { id: 'ada' } }))
    expect(calls.ids()).toEqual([expect.stringMatching(/^[\w-]{43}$/)])
  })
})
