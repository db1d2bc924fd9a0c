import { expect, it } from 'vitest'
import type { Mail } from '#platform/mail/mail'
import type { Alert, AlertState } from '../domain/alert.ts'
import { createAskToConfirm } from './ask-to-confirm.ts'

it.each<[AlertState | 'gone', number]>([
  ['unconfirmed', 1],
  ['ended', 0],
  ['gone', 0],
])('a request that is %s by then gets %i mails that ask to confirm it', async (state, count) => {
  const sent: Mail[] = []
  const alert = { email: 'ada@example.com', productId: 1, kind: 'price-drop', state } as Alert
  const askToConfirm = createAskToConfirm({
    catalog: { findProducts: async () => [{ id: 1, name: 'Printer' }] } as never,
    mailer: { send: async (_id: string, mail: Mail) => void sent.push(mail) } as never,
    alerts: { find: async () => (state === 'gone' ? null : alert) },
    shopUrl: 'https://shop.example',
  })
  await askToConfirm({ alertId: 'a', linkToken: 't' }, { jobId: 'j' } as never)
  expect(sent).toHaveLength(count)
})
