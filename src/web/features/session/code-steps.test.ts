import { expect, test } from 'vitest'
import { createSafeStorage } from '../../lib/storage.ts'
import { keepStep, readStep } from './code-steps.ts'

const MINUTE = 60_000
const email = 'ada@example.com'
const aStorage = () => createSafeStorage(() => undefined)

test('a reload goes on with the step that was reached, while it is worth it', () => {
  const storage = aStorage()
  expect(readStep(0, storage)).toEqual({ name: 'address' })
  const code = { name: 'code', email, at: 1000 } as const
  keepStep(code, storage)
  expect(readStep(1000 + 10 * MINUTE - 1, storage)).toEqual(code)
  expect(readStep(1000 + 10 * MINUTE, storage)).toEqual({ name: 'address' })
  const password = { name: 'password', email, at: 1000 } as const
  keepStep(password, storage)
  expect(readStep(1000 + 15 * MINUTE - 1, storage)).toEqual(password)
  expect(readStep(999, storage)).toEqual({ name: 'address' })
  keepStep({ name: 'address' }, storage)
  expect(readStep(1001, storage)).toEqual({ name: 'address' })
})

test.each([
  'junk',
  '7',
  '{"name":"code"}',
  '{"name":"admin","email":"a@b.co","at":1}',
  '{"name":"code","email":1,"at":1}',
])('what is no step (%s) begins with the address', (stored) => {
  const storage = aStorage()
  storage.setItem('sign-in-by-code', stored)
  expect(readStep(2, storage)).toEqual({ name: 'address' })
})
