import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { writeBillOfMaterials } from './bill-of-materials.mjs'
import { root } from './toolchain.mjs'

/** What CycloneDX 1.5 asks of a package, as far as npm writes it. */
const Component = z.strictObject({
  'bom-ref': z.string().min(1),
  type: z.enum(['application', 'library']),
  name: z.string().min(1),
  version: z.string().regex(/^\d/),
  scope: z.enum(['required', 'optional']),
  author: z.string().optional(),
  description: z.string().optional(),
  purl: z.string().regex(/^pkg:npm\/(?:%40[^/]+\/)?[^/@]+@\d[^@]*$/),
  properties: z.array(z.strictObject({ name: z.string(), value: z.string() })),
  externalReferences: z.array(
    z.strictObject({ type: z.enum(['distribution', 'vcs', 'website', 'issue-tracker']), url: z.string() }),
  ),
  hashes: z
    .array(z.strictObject({ alg: z.literal('SHA-512'), content: z.string().regex(/^[0-9a-f]{128}$/) }))
    .optional(),
  licenses: z
    .array(
      z.union([
        z.strictObject({
          license: z.union([z.strictObject({ id: z.string() }), z.strictObject({ name: z.string() })]),
        }),
        z.strictObject({ expression: z.string() }),
      ]),
    )
    .optional(),
})

/** The document around them. */
const Bill = z.strictObject({
  $schema: z.literal('http://cyclonedx.org/schema/bom-1.5.schema.json'),
  bomFormat: z.literal('CycloneDX'),
  specVersion: z.literal('1.5'),
  serialNumber: z.string().regex(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/),
  version: z.int().min(1),
  metadata: z.strictObject({
    timestamp: z.iso.datetime(),
    lifecycles: z.array(z.strictObject({ phase: z.string() })),
    tools: z.array(z.strictObject({ vendor: z.string(), name: z.string(), version: z.string() })),
    component: Component,
  }),
  components: z.array(Component),
  dependencies: z.array(z.strictObject({ ref: z.string(), dependsOn: z.array(z.string()) })),
})

describe('the bill of materials', () => {
  const folder = mkdtempSync(join(tmpdir(), 'superprinter-sbom-'))
  let bill: z.infer<typeof Bill>
  beforeAll(() => {
    writeBillOfMaterials(folder)
    bill = Bill.parse(JSON.parse(readFileSync(join(folder, 'sbom.cdx.json'), 'utf8')))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('lists every package that runs in the shop with version and digest, and no other', () => {
    expect(bill.metadata.component).toMatchObject({ name: 'superprinter', type: 'application' })
    const { components } = bill
    const names = components.map(({ name }) => name)
    // Direct ones, those of the built-in database, and those that others bring.
    expect(names).toEqual(expect.arrayContaining(['fastify', 'mongoose', 'lmdb', 'find-my-way']))
    for (const unused of ['vitest', 'vite', 'typescript', '@playwright/test']) expect(names).not.toContain(unused)
    const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    for (const name of Object.keys(dependencies)) {
      const component = components.find((candidate) => candidate.name === name)
      expect(component, name).toMatchObject({ version: expect.stringMatching(/^\d/), hashes: [{ alg: 'SHA-512' }] })
    }
  })

  it('names each package once, and as needed by others only what it lists', () => {
    const references = [bill.metadata.component, ...bill.components].map((component) => component['bom-ref'])
    expect(new Set(references).size).toBe(references.length)
    const refs = bill.dependencies.map(({ ref }) => ref)
    expect(refs.toSorted()).toEqual(references.toSorted())
    for (const { ref, dependsOn } of bill.dependencies) {
      expect(new Set(dependsOn).size, ref).toBe(dependsOn.length)
      expect(
        dependsOn.filter((reference) => !references.includes(reference)),
        ref,
      ).toEqual([])
    }
  })
})
