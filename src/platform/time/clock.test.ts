import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../../..')
const FOLDERS = ['src/bff', 'src/modules', 'src/platform', 'packages/embedded-mongo/src']

/** What compares with a time that is stored, or told by a person or another machine, and so has to ask the clock. */
const ASKS_THE_CLOCK = [
  'packages/embedded-mongo/src/sessions.ts',
  'packages/embedded-mongo/src/ttl.ts',
  'src/bff/contracts/messages.ts',
  'src/modules/catalog/persistence/change-time.ts',
  'src/modules/catalog/search/database/missed-changes.ts',
  'src/modules/catalog/search/updates/catalog-passes.ts',
  'src/modules/catalog/search/updates/read-model.ts',
  'src/modules/identity/persistence/session.repository.ts',
  'src/platform/database/database-clock.ts',
]

it('how long something takes is measured by a time that nobody sets', () => {
  const asking = FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|(^|\/)testing\//.test(file))
      .map((file) => `${folder}/${file}`)
      .filter((file) => readFileSync(join(ROOT, file), 'utf8').includes('Date.now()')),
  )
  expect(asking.toSorted()).toEqual(ASKS_THE_CLOCK)
})
