import { expect, it } from 'vitest'
import type { ImportState } from '../import.ts'
import { createRunImport } from './run-import.ts'

/** Runs the job of the first reading of a preview. @param act what happens while its rows are read */
async function preview(act: (stored: { state: ImportState; run: number }) => void) {
  const stored: { state: ImportState; run: number } = { state: 'previewing', run: 1 }
  const deps = {
    database: { transaction: (work: (tx: unknown) => Promise<unknown>) => work({}) },
    events: { publish: async () => {} },
    clock: { now: () => new Date() },
    imports: {
      find: async () => ({ id: 'import', preview: true, startedAt: null, ...stored }),
      async move(
        _id: string,
        { states, run }: { states: readonly ImportState[]; run?: number },
        set: Partial<typeof stored>,
      ) {
        if (!states.includes(stored.state) || (run ?? stored.run) !== stored.run) return null
        return { id: 'import', preview: true, ...Object.assign(stored, set) }
      },
    },
    // oxlint-disable-next-line require-yield -- it has no rows
    async *prepareGroups() {
      act(stored)
    },
    startWriting: () => async () => ({ announce: async () => {} }),
    leaveList: { count: async () => ({ left: 0, leftOf: 0 }) },
  }
  const runImport = createRunImport(deps as unknown as Parameters<typeof createRunImport>[0])
  await runImport({ importId: 'import', run: 1 }, new AbortController().signal)
  return stored.state
}

it('a preview is over when its rows are read, unless staff had it read again meanwhile or have stopped it', async () => {
  expect(await preview(() => {})).toBe('previewed')
  expect(await preview((stored) => (stored.run = 2))).toBe('previewing')
  expect(await preview((stored) => (stored.state = 'cancelled'))).toBe('cancelled')
})
