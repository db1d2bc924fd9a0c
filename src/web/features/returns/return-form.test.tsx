import { renderToString } from 'react-dom/server.edge'
import { afterEach, expect, it, vi } from 'vitest'
import { endOfDay } from '#platform/time/business-days'
import { ReturnForm } from './return-form.tsx'

afterEach(() => void vi.useRealTimers())

it('names the last day for a return as the shop counts it, wherever its customer is', () => {
  vi.useFakeTimers({ now: new Date('2026-03-06T12:00:00Z') })
  const delivered = new Date('2026-03-05T12:00:00Z')
  // In New York, and by UTC, these moments belong to the days after.
  const [until, unopenedUntil] = [30, 60].map((days) => endOfDay(delivered, days).toISOString()) as [string, string]
  const items = [{ line: 1, productName: 'Quiet Laser', quantity: 1 }]
  const returnable = { until, unopenedUntil, items }
  const html = renderToString(<ReturnForm draftKey="return" returnable={returnable} onRequest={async () => {}} />)
  expect(html).toContain(
    'Anything can come back until April 4, 2026, unopened items and business equipment until May 4, 2026.',
  )
})
