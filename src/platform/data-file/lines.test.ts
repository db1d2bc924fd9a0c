import { expect, it } from 'vitest'
import { DataRefused } from './errors.ts'
import { linesOf } from './lines.ts'

it('a line that is longer than any document is refused before all of it is read', async () => {
  const piece = Buffer.alloc(1024 * 1024, 'x')
  let given = 0
  async function* endless() {
    for (; given < 200; given++) yield piece
  }
  const read = async () => {
    for await (const _line of linesOf(endless()));
  }
  await expect(read()).rejects.toThrow(DataRefused)
  expect(given).toBeLessThan(100)
})
