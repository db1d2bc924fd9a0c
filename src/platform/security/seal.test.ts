import { expect, it } from 'vitest'
import { createSeal } from './seal.ts'

const OLD = 'a-former-secret-of-the-shop-0815-4711'
const NEW = 'the-secret-of-the-shop-now-1234-9876'

it('opens what it closed, in the same context only, and shows nothing of it', () => {
  const seal = createSeal([NEW], 'tests')
  const sealed = seal.close('JBSWY3DPEHPK3PXP', 'person 1')
  expect(sealed).not.toContain('JBSWY3DP')
  expect(seal.close('JBSWY3DPEHPK3PXP', 'person 1')).not.toBe(sealed)
  expect(seal.open(sealed, 'person 1')).toEqual({ text: 'JBSWY3DPEHPK3PXP', isOfOldSecret: false })
  expect(seal.open(sealed, 'person 2')).toBeNull()
  expect(createSeal([NEW], 'other things').open(sealed, 'person 1')).toBeNull()
})

it('opens what the former secret closed, as long as it is configured', () => {
  const sealed = createSeal([OLD], 'tests').close('text', 'person 1')
  expect(createSeal([NEW, OLD], 'tests').open(sealed, 'person 1')).toEqual({ text: 'text', isOfOldSecret: true })
  expect(createSeal([NEW], 'tests').open(sealed, 'person 1')).toBeNull()
})

it('opens nothing that was changed or cut', () => {
  const seal = createSeal([NEW], 'tests')
  const sealed = seal.close('text', 'person 1')
  const flipped = `${sealed.slice(0, 20)}${sealed[20] === 'A' ? 'B' : 'A'}${sealed.slice(21)}`
  for (const broken of ['', 'AAAA', sealed.slice(0, -2), sealed.slice(2), flipped, 'x'.repeat(400)])
    expect(seal.open(broken, 'person 1')).toBeNull()
})
