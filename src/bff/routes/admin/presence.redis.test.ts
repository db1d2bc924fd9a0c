import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { ChangedThing } from '#contracts/changes'
import type { PeopleHere } from '#contracts/presence'
import { eventually } from '../../../testing/eventually.ts'
import { startFleet, type Fleet } from '../../../testing/fleet/fleet.ts'
import { patient } from '../../../testing/patience.ts'
import { hasRedisServer, startRedisServer, type RedisServer } from '../../../testing/redis-server.ts'
import { STAFF_PASSWORD } from '../../../testing/start-shop.ts'
import { openTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { listenTo, type EventSourceConnection } from '../../testing/event-source.ts'
import { PRESENCE_PLACES } from '../../testing/presence-places.ts'

const SOON = { withinMs: 2000 }

describe.skipIf(!hasRedisServer())(
  'people of the staff whose pages are served by two web processes',
  { timeout: patient(60_000) },
  () => {
    let redis: RedisServer
    let test: TestDatabase
    let fleet: Fleet
    const streams: EventSourceConnection[] = []

    /** A page of somebody of the staff, whom a balancer sends to one of the processes. */
    async function aPage(url: string) {
      const body = JSON.stringify({ password: STAFF_PASSWORD })
      const headers = { 'content-type': 'application/json' }
      const signIn = await fetch(`${url}/api/admin/session`, { method: 'POST', headers, body })
      const { token } = (await signIn.json()) as { token: string }
      return pageOf(`Bearer ${token}`, url)
    }

    async function pageOf(authorization: string, url: string) {
      const stream = await listenTo(`${url}/api/admin/changes`, { authorization })
      streams.push(stream)
      await eventually(() => expect(stream.heard[0]?.event).toBe('start'))
      return {
        isTold: (kind: string) =>
          stream.heard.some(
            ({ event, data }) => event === 'changes' && (data as ChangedThing[]).some((thing) => thing.kind === kind),
          ),
        async report(at: string, doing = 'looking') {
          const answer = await fetch(`${url}/api/admin/${at}/presence`, {
            method: 'POST',
            headers: { authorization, 'content-type': 'application/json' },
            body: JSON.stringify({ page: 'p', doing }),
          })
          expect(answer.status).toBe(200)
          return (await answer.json()) as PeopleHere
        },
        /** The same browser, connected again to whichever process is there. */
        goesOnAt: (other: string) => pageOf(authorization, other),
      }
    }

    beforeAll(async () => {
      redis = await startRedisServer()
      test = await openTestDatabase()
      const env = { MONGODB_URI: test.uri, REDIS_URL: redis.url, SMTP_URL: 'log' }
      fleet = await startFleet(env, ['web-1', 'web-2'])
    }, patient(120_000))
    afterEach(() => {
      for (const stream of streams.splice(0)) stream.stop()
    })
    afterAll(async () => {
      await fleet.stop({ keepLogs: false })
      await redis.stop()
      await test.drop()
    })

    it.each(PRESENCE_PLACES)('see each other at %s within 2 s, and that the other has left', async (at, kind) => {
      const [one, two] = [await aPage(fleet.urls[0]), await aPage(fleet.urls[1])]
      expect(await one.report(at)).toEqual([])
      await eventually(async () => expect(await two.report(at, 'editing')).toHaveLength(1), SOON)
      await eventually(() => expect(one.isTold(`people-at-${kind}`)).toBe(true), SOON)
      expect(await one.report(at)).toEqual([{ name: 'Owner', isEditing: true }])
      await two.report(at, 'left')
      await eventually(async () => expect(await one.report(at)).toEqual([]), SOON)
      await one.report(at, 'left')
    })

    it('still see each other when a process is killed, and when it is back', async () => {
      const [one, two] = [await aPage(fleet.urls[0]), await aPage(fleet.urls[1])]
      const at = 'orders/100002'
      await one.report(at, 'editing')
      await eventually(async () => expect(await two.report(at)).toHaveLength(1), SOON)
      await fleet.kill('web-1')
      expect(await two.report(at)).toEqual([{ name: 'Owner', isEditing: true }])
      const moved = await one.goesOnAt(fleet.urls[1])
      expect(await moved.report(at, 'editing')).toEqual([{ name: 'Owner', isEditing: false }])
      await fleet.start('web-1')
      const back = await moved.goesOnAt(fleet.urls[0])
      await eventually(async () => expect(await back.report(at, 'editing')).toHaveLength(1), SOON)
    })

    it('know of who came while Redis was away once it is back', async () => {
      const [one, two] = [await aPage(fleet.urls[0]), await aPage(fleet.urls[1])]
      const at = 'orders/100003'
      await two.report(at)
      await redis.kill()
      await one.report(at, 'editing')
      expect(await two.report(at)).toEqual([])
      await redis.restart()
      await eventually(async () => expect(await two.report(at)).toEqual([{ name: 'Owner', isEditing: true }]), {
        withinMs: 15_000,
      })
    })
  },
)
