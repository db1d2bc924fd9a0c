import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readSnapshot, writeSnapshot } from './snapshot-file.ts'

const info = { code: { layout: 'layout', facts: 'facts', texts: 'texts' }, completeUntilMs: 1 }

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'snapshot-file-'))))
afterEach(() => rmSync(folder, { recursive: true }))

it('gives the parts back as they were written', async () => {
  await writeSnapshot(folder, info, [[Buffer.from('one')], [Buffer.from('t'), Buffer.from('wo')]])
  const read = readSnapshot(folder, 'layout', (found, parts) => ({
    found,
    texts: parts.map((part) => Buffer.from(part.next(part.length)).toString()),
  }))
  expect(read).toMatchObject({ found: info, texts: ['one', 'two'] })
})

it('takes no more memory than the file has bytes, whatever a damaged one says of its length', () => {
  const damaged = Buffer.alloc(8, 0xff)
  writeFileSync(join(folder, 'snapshot'), damaged)
  const before = process.memoryUsage().arrayBuffers
  expect(readSnapshot(folder, 'layout', () => 'read')).toBeNull()
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1024 * 1024)
})
