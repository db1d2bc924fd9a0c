import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ToDo } from '#contracts/admin'
import { mayDo, PERMISSIONS_OF, STAFF_PERMISSIONS, STAFF_ROLES, type StaffPermission } from '#contracts/staff-roles'
import { eventually } from '../../../testing/eventually.ts'
import { GATE_CALLS } from '../../testing/gate-calls.ts'
import { importClient } from '../../testing/import-client.ts'
import { registeredRoutes } from '../../testing/registered-routes.ts'
import { aCustomer } from '../../testing/shop-requests.ts'
import { browserOf } from '../../testing/staff-people.ts'
import { openStaffShop, type StaffShop } from '../../testing/staff-shop.ts'

let open: StaffShop
let shop: StaffShop['shop']
let people: StaffShop['people']
let call: StaffShop['call']

beforeAll(async () => {
  open = await openStaffShop()
  ;({ shop, people, call } = open)
})
afterAll(() => open.stop())

describe('each call of the back office', () => {
  interface Call {
    readonly name: string
    readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete'
    readonly path: string
    readonly permission: StaffPermission
    /** The statuses that the documentation has of it. */
    readonly statuses: readonly string[]
  }

  /** All calls of staff, as the router has them. */
  async function staffCalls(): Promise<Call[]> {
    const { body } = await call().get('/api/docs/json').expect(200)
    const operations = Object.entries(body.paths as Record<string, Record<string, Record<string, unknown>>>)
    return operations.flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { operationId: name, responses, 'x-permission': permission }]) =>
        permission === undefined
          ? []
          : [
              {
                name: String(name),
                method: method as Call['method'],
                path: path.replaceAll(/\{\w+\}/g, '1'),
                permission: permission as StaffPermission,
                statuses: Object.keys(responses as object),
              },
            ],
      ),
    )
  }

  /** A stream never ends: its headers are the answer. */
  async function answerTo(method: Call['method'], path: string, headers: Readonly<Record<string, string>>) {
    const signal = AbortSignal.timeout(10_000)
    const answer = await fetch(`${shop.url}${path}`, { method: method.toUpperCase(), headers, signal })
    if (answer.headers.get('content-type')?.startsWith('text/event-stream') === true) {
      await answer.body?.cancel()
      return { status: answer.status, code: null }
    }
    const code = /"code":"(\w+)"/.exec(await answer.text())?.[1] ?? null
    return { status: answer.status, code }
  }

  it('is in the documentation, and names a permission unless it belongs to the gate', async () => {
    const { body } = await call().get('/api/docs/json').expect(200)
    const documented = Object.entries(body.paths as Record<string, Record<string, Record<string, unknown>>>).flatMap(
      ([path, methods]) =>
        Object.entries(methods).map(([method, { 'x-permission': permission }]) => ({
          name: `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
          permission,
        })),
    )
    // Of every file of routes, whichever app it belongs to.
    const registered = (await registeredRoutes()).map(({ method, url }) => `${String(method)} /api${url}`)
    expect(documented.map(({ name }) => name).toSorted()).toEqual(registered.toSorted())
    const open = documented.filter(({ name, permission }) => name.includes(' /api/admin/') && permission === undefined)
    expect(open.map(({ name }) => name).toSorted()).toEqual(GATE_CALLS)
  })

  it('lets in each role that has its permission, and answers 403 to all others, as it is documented', async () => {
    const calls = await staffCalls()
    expect(calls.length).toBeGreaterThan(40)
    expect(new Set(calls.map(({ permission }) => permission))).toEqual(new Set(Object.keys(STAFF_PERMISSIONS)))
    const answers = []
    for (const role of STAFF_ROLES) {
      const headers = browserOf(await people.join(role))
      for (const { name, method, path, permission, statuses } of calls) {
        const { status, code } = await answerTo(method, path, headers)
        const isAllowed = status !== 401 && code !== 'ROLE_NOT_ALLOWED'
        answers.push({ role, name, isAllowed, expected: mayDo(role, permission) })
        if (!isAllowed) expect(status).toBe(403)
        expect(statuses, `${role} ${name}`).toContain(String(status))
      }
    }
    expect(answers).toHaveLength(calls.length * STAFF_ROLES.length)
    expect(answers.filter(({ isAllowed, expected }) => isAllowed !== expected)).toEqual([])
  })

  it('is closed to visitors and customers', async () => {
    const customer = await aCustomer(shop)
    for (const headers of [{}, customer.bearer])
      for (const { method, path } of await staffCalls()) {
        await call()[method](path).set(headers).expect(401)
        if (method === 'get') await call().head(path).set(headers).expect(401)
      }
  })
})

it('what waits, and the history of a product, tell nothing of what a role may not see', async () => {
  const { owner } = open
  const lists = importClient(shop, owner)
  await lists.run('sku,name,price\nSEEN-1,Seen,10.00\nSEEN-2,Not read,x\n', { mode: 'upsert' })
  const [product] = (await call().get('/api/products?q=Seen').expect(200)).body as { id: number }[]
  await call()
    .post('/api/messages')
    .send({ form: 'contact', name: 'Ada', email: 'ada@example.com', subject: 'Hello', message: 'Hello there' })
    .expect(201)
  const seenBy = async (headers: Readonly<Record<string, string>>) => {
    const toDo = (await call().get('/api/admin/to-do').set(headers).expect(200)).body as ToDo
    const path = `/api/admin/products/${String(product?.id)}/history`
    const [change] = (await call().get(path).set(headers).expect(200)).body as { fileName: string | null }[]
    return { list: toDo.failedImport?.fileName, messages: toDo.inbox.open, changedBy: change?.fileName }
  }
  const name = 'prices.csv'
  // What waits is counted once a second.
  await eventually(async () => expect(await seenBy(owner)).toEqual({ list: name, messages: 1, changedBy: name }))
  for (const [role, seen] of [
    ['catalog', { list: name, messages: 0, changedBy: name }],
    ['support', { list: undefined, messages: 1, changedBy: null }],
  ] as const)
    expect(await seenBy(browserOf(await people.join(role))), role).toEqual(seen)
})

it('the owner may do everything, read-only changes nothing, and every role sees its own access', () => {
  expect(PERMISSIONS_OF.owner.size).toBe(Object.keys(STAFF_PERMISSIONS).length)
  expect([...PERMISSIONS_OF['read-only']].filter((permission) => permission.endsWith('.write'))).toEqual([])
  for (const role of STAFF_ROLES) expect(mayDo(role, 'self')).toBe(true)
  for (const role of STAFF_ROLES) expect(mayDo(role, 'staff.write')).toBe(role === 'owner')
})
