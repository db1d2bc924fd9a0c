import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/** For each rule of .dependency-cruiser.cjs: a file that breaks it, written into a copy of the sources. */
const VIOLATIONS: Record<string, Record<string, string>> = {
  'no-cycles': {
    'src/platform/seed-a.ts': "import type { B } from './seed-b.ts'\nexport type A = B | null",
    'src/platform/seed-b.ts': "import type { A } from './seed-a.ts'\nexport type B = A | 1",
  },
  'modules-have-two-doors': { 'src/modules/orders/seed.ts': "import '../catalog/catalog.module.ts'" },
  'modules-take-each-other-as-arguments': {
    'src/modules/orders/seed.ts':
      "import { createCatalogModule } from '#modules/catalog'\nexport const c = createCatalogModule",
  },
  'rooms-of-admin-have-doors': { 'src/modules/admin/inbox/seed.ts': "import '../audit/domain/audit.ts'" },
  'search-has-one-door': { 'src/modules/catalog/seed.ts': "import './search/memory/word-index.ts'" },
  'catalog-and-identity-stand-alone': {
    'src/modules/catalog/seed.ts': "import type { Order } from '#modules/orders'\nexport type O = Order",
  },
  'orders-and-alerts-use-only-catalog': {
    'src/modules/orders/seed.ts': "import type { User } from '#modules/identity'\nexport type U = User",
  },
  'only-the-composition-root-builds-modules': {
    'src/bff/seed.ts': "import { createOrdersModule } from '#modules/orders'\nexport const c = createOrdersModule",
  },
  'outsiders-use-the-doors': { 'src/bff/seed.ts': "import '../modules/orders/domain/order-status.ts'" },
  'domain-is-pure': { 'src/modules/admin/audit/domain/seed.ts': "import '#platform/time/clock'" },
  'edges-go-through-use-cases': {
    'src/modules/admin/audit/subscribers/seed.ts': "import { x } from '../persistence/seed.ts'\nexport const y = x",
    'src/modules/admin/audit/persistence/seed.ts': 'export const x = 1',
  },
  'doors-show-no-storage': {
    'src/modules/orders/seed.api.ts': "export type { X } from './persistence/seed.ts'",
    'src/modules/orders/persistence/seed.ts': 'export type X = 1',
  },
  'mongoose-stays-in-persistence': { 'src/modules/orders/use-cases/seed.ts': "import 'mongoose'" },
  'the-queue-stays-in-platform-jobs': { 'src/modules/orders/seed.ts': "import 'bullmq'" },
  'modules-know-no-http': { 'src/modules/orders/seed.ts': "import 'fastify'" },
  'platform-knows-no-module': {
    'src/platform/seed.ts': "import type { Order } from '#modules/orders'\nexport type O = Order",
  },
  'contracts-are-plain-zod': { 'src/bff/contracts/seed.ts': "import '../../platform/time/clock.ts'" },
  'web-sees-no-server-code': { 'src/web/lib/seed.ts': "import '../../platform/errors/errors.ts'" },
  'features-do-not-meet': {
    'src/web/features/one/seed.ts': "import '../two/seed.ts'",
    'src/web/features/two/seed.ts': 'export const two = 2',
  },
  'web-flows-down': {
    'src/web/features/one/seed.ts': "import '../../app/seed.ts'",
    'src/web/app/seed.ts': 'export const one = 1',
  },
  'ui-and-lib-are-leaves': {
    'src/web/ui/seed.ts': "import '../app/seed.ts'",
    'src/web/app/seed.ts': 'export const one = 1',
  },
  'server-does-not-load-the-client': {
    'src/bff/seed.ts': "import '../web/lib/seed.ts'",
    'src/web/lib/seed.ts': 'export const one = 1',
  },
  'packages-know-nothing-of-the-shop': {
    'packages/product-drawings/src/seed.ts': "import '../../../src/platform/time/clock.ts'",
  },
  'only-programs-start-the-embedded-database': { 'src/platform/seed.ts': "import '@superprinter/embedded-mongo'" },
  'the-shop-never-draws': { 'src/modules/catalog/seed.ts': "import '@superprinter/product-drawings'" },
  'everything-resolves': { 'src/platform/seed.ts': "import './nowhere.ts'" },
  'no-orphans': { 'src/platform/seed.ts': 'export const alone = 1' },
}

/** Everything that is TypeScript. */
const SOURCES = ['src', 'packages', 'scripts', 'bench', 'e2e']

interface Report {
  readonly summary: {
    readonly totalCruised: number
    readonly violations: readonly { readonly from: string; readonly rule: { readonly name: string } }[]
  }
}

describe('the boundaries between the parts', () => {
  const here = resolve(import.meta.dirname, '..')
  const copy = mkdtempSync(join(tmpdir(), 'superprinter-boundaries-'))

  beforeAll(() => {
    for (const folder of SOURCES) cpSync(join(here, folder), join(copy, folder), { recursive: true })
    for (const file of ['package.json', 'tsconfig.json', '.dependency-cruiser.cjs'])
      cpSync(join(here, file), join(copy, file))
    symlinkSync(join(here, 'node_modules'), join(copy, 'node_modules'))
  })
  afterAll(() => rmSync(copy, { recursive: true, force: true }))

  /** dependency-cruiser's findings on the copy. */
  function cruise(): Report {
    const result = spawnSync(
      process.execPath,
      [
        join(here, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs'),
        '--config',
        '.dependency-cruiser.cjs',
        '--output-type',
        'json',
        ...SOURCES,
      ],
      { cwd: copy, encoding: 'utf8', maxBuffer: 1 << 28 },
    )
    return JSON.parse(result.stdout) as Report
  }

  it('have a seeded violation for every rule', () => {
    const config = execFileSync(
      process.execPath,
      ['-p', "JSON.stringify(require('./.dependency-cruiser.cjs').forbidden.map((rule) => rule.name))"],
      { cwd: here, encoding: 'utf8' },
    )
    expect(Object.keys(VIOLATIONS).sort()).toEqual((JSON.parse(config) as string[]).sort())
  })

  it('hold everywhere but where each is broken once, and are found broken there', () => {
    const seeded = Object.entries(VIOLATIONS).map(([rule, files], index) => {
      const own = (text: string): string => text.replaceAll('seed', `seed-${index}`)
      return { rule, files: Object.entries(files).map(([path, source]) => [own(path), own(source)] as const) }
    })
    for (const [path, source] of seeded.flatMap(({ files }) => files)) {
      mkdirSync(dirname(join(copy, path)), { recursive: true })
      writeFileSync(join(copy, path), source)
    }
    const { violations, totalCruised } = cruise().summary
    const unseen = seeded.filter(
      ({ rule, files }) =>
        !violations.some((found) => found.rule.name === rule && files.some(([path]) => path === found.from)),
    )
    expect(unseen.map(({ rule }) => rule)).toEqual([])
    const paths = new Set(seeded.flatMap(({ files }) => files.map(([path]) => path)))
    expect(violations.filter(({ from }) => !paths.has(from))).toEqual([])
    expect(totalCruised).toBeGreaterThan(100)
  })
})
