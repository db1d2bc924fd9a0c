import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { formatShopDay } from './format-shop-day.ts'
import { formatShopTime } from './format-shop-time.ts'

describe('a moment by the shop’s clock', () => {
  it('has the day that the shop has then, also at the end of a year', () => {
    expect(formatShopDay('2027-01-01T05:59:59.999Z')).toBe('December 31, 2026')
    expect(formatShopDay('2027-01-01T06:00:00.000Z')).toBe('January 1, 2027')
  })

  it('says which clock it goes by, in winter and in summer', () => {
    expect(formatShopTime('2026-12-01T05:08:26.000Z')).toMatch(/^November 30, 2026 at 11:08\sPM CT$/)
    expect(formatShopTime('2026-07-01T05:08:26.000Z')).toMatch(/^July 1, 2026 at 12:08\sAM CT$/)
  })
})

/** Where customers see their orders, returns and privacy requests, of which mails and paper have the shop's days. */
const FOLDERS = [
  'app/pages/account',
  'app/pages/return',
  'app/pages/track',
  'features/checkout',
  'features/orders',
  'features/returns',
  'features/tracking',
]
const pages = FOLDERS.flatMap((folder) =>
  readdirSync(join(import.meta.dirname, '..', folder))
    .filter((name) => name.endsWith('.tsx'))
    .map((name) => join(folder, name)),
)

test.each([...pages, join('features', 'forms', 'confirm-request.tsx')])(
  "%s has the shop's days, as the mails about the order have them",
  (file) => {
    const source = readFileSync(join(import.meta.dirname, '..', file), 'utf8')
    expect(source).not.toMatch(/\b(?:formatDate|formatTime|timeFormat)\b/)
  },
)

const backOffice = readdirSync(join(import.meta.dirname, '..'), { recursive: true, encoding: 'utf8' }).filter((name) =>
  /(?:^|[\\/])admin(?:-\w+)?[\\/].*(?<!\.test)\.tsx?$/.test(name),
)

test('the back office is looked for where it is', () => {
  expect(backOffice).toContain(join('features', 'admin-orders', 'order-row.tsx'))
  expect(backOffice).toContain(join('app', 'pages', 'admin', 'orders-panel.tsx'))
})

test.each(backOffice)("%s has the shop's days and hours, as slips, figures and mails have them", (file) => {
  const source = readFileSync(join(import.meta.dirname, '..', file), 'utf8')
  // What names its own zone goes by it.
  const withoutNamedZones = source
    .replaceAll(/(?:Intl\.DateTimeFormat|timeFormat)\([^)]*timeZone:[^)]*\)/g, '')
    .replaceAll(/import [^;]*? from '[^']*'/g, '')
  expect(withoutNamedZones).not.toMatch(/\b(?:formatDate|formatTime|timeFormat)\b|DateTimeFormat/)
  expect(source).not.toMatch(/\.(?:get(?:FullYear|Month|Date|Day|Hours|TimezoneOffset)|toLocale(?:Date|Time)String)\(/)
})
