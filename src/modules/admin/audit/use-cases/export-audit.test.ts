import { expect, test } from 'vitest'
import type { AuditEntry } from '../domain/audit.ts'
import { createExportAudit } from './export-audit.ts'

async function* entries(count: number, taken: { count: number }): AsyncGenerator<AuditEntry> {
  for (let number = 1; number <= count; number++) {
    taken.count = number
    yield {
      id: String(number),
      at: new Date('2026-11-20T10:00:00Z'),
      action: 'product.updated',
      subject: `product ${number}`,
      by: { person: { id: 'p1', name: 'Ada Lovelace' }, address: '127.0.0.1' },
      changes: [{ field: 'name', before: null, after: 'M404' }],
    }
  }
}

test.each([
  [0, 1],
  [1, 2],
  [100, 2],
  [301, 5],
])('an export of %i entries comes whole in %i pieces', async (count, pieces) => {
  const exportAudit = createExportAudit({ stream: () => entries(count, { count: 0 }) })
  const written: string[] = []
  for await (const piece of exportAudit('')) written.push(piece)
  expect(written).toHaveLength(pieces)
  const lines = written.join('').trimEnd().split('\r\n')
  expect(lines).toHaveLength(count + 1)
  expect(lines[0]).toBe('\ufeffat,action,subject,address,changes,person')
  if (count > 0)
    expect(lines.at(-1)).toBe(
      `2026-11-20T10:00:00.000Z,product.updated,product ${count},127.0.0.1,name: (nothing) → M404,Ada Lovelace`,
    )
})

test('an export reads no further than its reader', async () => {
  const taken = { count: 0 }
  const pieces = createExportAudit({ stream: () => entries(100_000, taken) })('')
  await pieces.next()
  await pieces.next()
  expect(taken.count).toBe(100)
})
