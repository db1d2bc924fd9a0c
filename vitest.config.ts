import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { patient } from './src/testing/patience.ts'

/** A quarter of the time is spent waiting for databases, files and processes: on two cores a third one fills it. */
const WORKERS = Math.max(3, availableParallelism())
/** What measures time, or how long an outage lasts, has no more beside it than there are cores. */
const MEASURING_WORKERS = 2

/**
 * Begins with the tests of outages in their ring, which mostly wait: others fill their pauses. Begun last, as the order of
 * the names has it, they left both cores idle for twenty seconds.
 */
class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const ringOf = ({ project }: TestSpecification) => project.config.sequence.groupOrder
    const isLater = ({ project }: TestSpecification) => (project.name === 'redis' ? 0 : 1)
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => ringOf(a) - ringOf(b) || isLater(a) - isLater(b))
  }
}

/**
 * Six rings: pure rules, the built-in database, modules and HTTP on a real database, what a request costs the process
 * whatever the database, queues on a real Redis, and processes that are killed (`npm run test:faults` alone: it takes
 * minutes).
 */
export default defineConfig({
  test: {
    // This ends what hangs. The longest take 17 seconds on two cores, and may have something else running beside them.
    testTimeout: patient(60_000),
    hookTimeout: patient(60_000),
    maxWorkers: WORKERS,
    // Files share what they import: to read the whole shop anew for each of them took as long as to test it.
    isolate: false,
    // What the suites import is compiled once, and not again for each ring, nor for the independent server.
    experimental: { fsModuleCache: true },
    sequence: { sequencer: WaitingFirst },
    setupFiles: ['src/testing/properties.setup.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'scripts/**/*.test.ts'],
          exclude: ['src/**/*.{int,http,measure,redis,faults}.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'packages',
          include: ['packages/*/test/**/*.test.ts'],
          exclude: ['packages/*/test/**/*.faults.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'http',
          sequence: { groupOrder: 1 },
          include: ['src/**/*.{int,http}.test.ts'],
          globalSetup: ['src/testing/database.global-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'measures',
          maxWorkers: MEASURING_WORKERS,
          sequence: { groupOrder: 2 },
          include: ['src/**/*.measure.test.ts'],
          globalSetup: ['src/testing/database.global-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'redis',
          sequence: { groupOrder: 1 },
          include: ['src/**/*.redis.test.ts'],
          globalSetup: ['src/testing/database.global-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'faults',
          maxWorkers: MEASURING_WORKERS,
          include: ['src/**/*.faults.test.ts', 'packages/*/test/**/*.faults.test.ts'],
          globalSetup: ['src/testing/database.global-setup.ts'],
        },
      },
    ],
  },
})
