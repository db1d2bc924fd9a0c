import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const WEB = join(import.meta.dirname, '..')
const printing = readdirSync(WEB, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.tsx'))
  .map((name) => ({ name, text: readFileSync(join(WEB, name), 'utf8') }))
  .filter(({ text }) => text.includes('<PrintSheets'))

test('paper is looked for where it is printed', () => {
  expect(printing.map(({ name }) => name)).toContain(join('features', 'admin-orders', 'packing-slips.tsx'))
})

test.each(printing)("$name: paper has the shop's days and not those of the device that prints it", ({ text }) => {
  expect(text).not.toMatch(/\b(?:formatDate|formatTime|timeFormat)\b/)
})
