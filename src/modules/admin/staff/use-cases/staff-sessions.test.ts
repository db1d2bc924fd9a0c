import { expect, it, vi } from 'vitest'
import { TooBusy } from '#platform/security/passwords'
import { quickPasswords } from '../../../../testing/quick-passwords.ts'
import { WrongStaffPassword } from '../errors.ts'
import { createStaffSessions } from './staff-sessions.ts'

const place = { address: '203.0.113.7', device: null }

it('hashes the password of the gate for the first attempt to sign in, and anew where that failed', async () => {
  const passwords = quickPasswords()
  const hash = vi.spyOn(passwords, 'hash')
  const opened = { token: 'token' }
  const deps = {
    passwords,
    password: 'Quiet-Harbour-42',
    database: { transaction: (work: (tx: unknown) => unknown) => work({}) },
    audit: { record: async () => {} },
    beginSession: async () => opened,
  }
  const gate = createStaffSessions(deps as unknown as Parameters<typeof createStaffSessions>[0])
  expect(hash).not.toHaveBeenCalled()
  hash.mockRejectedValueOnce(new TooBusy())
  const signIn = (password: string) => gate.openSession({ password, ...place })
  await expect(signIn('Quiet-Harbour-42')).rejects.toThrow(TooBusy)
  expect(await signIn('Quiet-Harbour-42')).toBe(opened)
  await expect(signIn('quiet-harbour-42')).rejects.toThrow(WrongStaffPassword)
  expect(hash).toHaveBeenCalledTimes(2)
})
