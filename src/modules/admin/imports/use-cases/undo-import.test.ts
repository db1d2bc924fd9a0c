import { expect, it } from 'vitest'
import { createUndoImport } from './undo-import.ts'

const IMPORT = { id: 'import', run: 1, state: 'undoing', supplier: { id: 'supplier' }, corrects: null }

/** What the end of an undo does, in its order. @param isOver whether another worker has ended it meanwhile */
async function ending({ isOver = false } = {}) {
  const done: string[] = []
  const note = (what: string) => async () => void done.push(what)
  const deps = {
    database: {
      async transaction(work: (tx: unknown) => Promise<unknown>) {
        done.push('begun')
        await work({})
        done.push('committed')
      },
    },
    clock: { now: () => new Date() },
    events: { publish: note('published') },
    imports: {
      find: async () => IMPORT,
      findNewestOf: async () => null,
      move: async () => (isOver ? null : IMPORT),
    },
    undos: { undoneDownTo: async () => null, findUndone: async () => [] },
    rows: { firstLinesBackwards: async () => [] },
    reverts: {},
    suppliers: { remember: note('remembered') },
    supplierNotes: {
      forgetAdded: note('forgotten'),
      listLeftWith: async () => [],
      revert: note('reverted'),
    },
  }
  const undoImport = createUndoImport(deps as unknown as Parameters<typeof createUndoImport>[0])
  await undoImport({ importId: 'import' }, new AbortController().signal)
  return done
}

it('the end of an undo forgets what the list alone had before its commit, which would hold everybody up', async () => {
  expect(await ending()).toEqual(['forgotten', 'begun', 'reverted', 'remembered', 'published', 'committed'])
  expect(await ending({ isOver: true })).toEqual(['forgotten', 'begun', 'committed'])
})
