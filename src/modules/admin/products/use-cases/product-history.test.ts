import { expect, it } from 'vitest'
import { HOUR_MS } from '#platform/time/durations'
import type { AuditEntry } from '../../audit/audit.api.ts'
import type { ImportedChange } from '../../imports/imports.api.ts'
import { createProductHistory } from './product-history.ts'

const at = (hour: number) => new Date(Date.UTC(2026, 10, 1) + hour * HOUR_MS)
const FILE = 'daily.csv'

/** The log of so many price lists of one name, one in an hour: Ann begins those in even hours, Ben the others. */
function aLog(count: number) {
  const entries = Array.from({ length: count }, (_, hour): AuditEntry[] =>
    ['import.previewed', 'import.started', 'import.finished'].map((action) => ({
      id: `${action} ${hour}`,
      at: at(hour),
      action,
      subject: `import ${FILE}`,
      by: { person: { id: 'a', name: hour % 2 === 0 ? 'Ann' : 'Ben', role: 'owner' }, address: '' },
      changes: [],
    })),
  )
  const newestFirst = entries.flat().toSorted((one, other) => other.at.getTime() - one.at.getTime())
  return {
    listOfSubject: async (subject: string, limit: number) =>
      newestFirst.filter((entry) => entry.subject === subject).slice(0, limit),
    findLatest: async (asked: { readonly subject: string; readonly action: string; readonly until: Date }) =>
      newestFirst.find(
        (entry) => entry.subject === asked.subject && entry.action === asked.action && entry.at <= asked.until,
      ) ?? null,
  }
}

it('the history of a product names who imported each list, however often one of its name was imported since', async () => {
  const lists = [1, 40, 98].map((hour): ImportedChange => {
    return { fileName: FILE, at: new Date(at(hour).getTime() + 1), isUndo: false, changes: [] }
  })
  const history = createProductHistory({
    audit: aLog(99),
    imports: { changesOf: async () => lists },
    bulkEdits: { changesOf: async () => [] },
  })
  expect((await history(7)).map(({ person }) => person)).toEqual(['Ann', 'Ann', 'Ben'])
})
