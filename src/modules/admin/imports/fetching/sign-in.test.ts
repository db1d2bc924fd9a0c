import { expect, it } from 'vitest'
import { createSeal } from '#platform/security/seal'
import type { ListSource } from './list-source.ts'
import { sealedSecretOf, signInHeaders } from './sign-in.ts'

const [OLD, NEW] = ['the-secret-of-the-shop-before-1234', 'the-secret-of-the-shop-from-now-on']
const SOURCE: ListSource = {
  supplierId: 'acme',
  url: 'https://acme.example/list.csv',
  signIn: 'header',
  signInName: 'X-Api-Key',
  isOn: true,
  time: '06:30',
  mailTo: [],
  sealedSecret: null,
  seen: null,
}

it('a password that an old secret of the shop has sealed is sealed by the new one, and outlasts the old one', async () => {
  const sealedSecret = sealedSecretOf(
    createSeal([OLD], 'tests'),
    'acme',
    { settings: SOURCE, secret: 'quiet harbor' },
    null,
  )
  const source = { ...SOURCE, sealedSecret }
  let stored = source
  const sources = {
    async reseal(supplierId: string, { before, after }: { before: string; after: string }) {
      if (supplierId === source.supplierId && before === stored.sealedSecret)
        stored = { ...source, sealedSecret: after }
    },
  }
  const headers = { 'x-api-key': 'quiet harbor' }
  expect(await signInHeaders({ seal: createSeal([NEW, OLD], 'tests'), sources }, source)).toEqual(headers)
  const seal = createSeal([NEW], 'tests')
  expect(await signInHeaders({ seal, sources }, stored)).toEqual(headers)
  await expect(signInHeaders({ seal, sources }, source)).rejects.toThrow('Enter it again.')
  await expect(signInHeaders({ seal, sources }, { ...stored, supplierId: 'other' })).rejects.toThrow('Enter it again.')
})
