import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { writeBillOfMaterials } from './bill-of-materials.mjs'
import { root } from './toolchain.mjs'

interface Component {
  readonly name: string
  readonly version: string
  readonly hashes?: readonly unknown[]
}

it('the bill of materials lists every package that runs in the shop with version and digest, and no other', () => {
  const folder = mkdtempSync(join(tmpdir(), 'superprinter-sbom-'))
  try {
    writeBillOfMaterials(folder)
    const bill = JSON.parse(readFileSync(join(folder, 'sbom.cdx.json'), 'utf8'))
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name: 'superprinter' } } })
    const components = bill.components as readonly Component[]
    const names = components.map(({ name }) => name)
    // Direct ones, those of the built-in database, and those that others bring.
    expect(names).toEqual(expect.arrayContaining(['fastify', 'mongoose', 'lmdb', 'find-my-way']))
    for (const unused of ['vitest', 'vite', 'typescript', '@playwright/test']) expect(names).not.toContain(unused)
    const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    for (const name of Object.keys(dependencies)) {
      const component = components.find((candidate) => candidate.name === name)
      expect(component, name).toMatchObject({ version: expect.stringMatching(/^\d/), hashes: [{ alg: 'SHA-512' }] })
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
