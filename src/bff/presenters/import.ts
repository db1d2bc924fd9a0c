import type { Import as ImportContract, ImportRow as ImportRowContract } from '#contracts/imports'
import type { ProductImport, ShownRow } from '#modules/admin'

/** How fast and how long still comes from the counters, so that it is true after a reload and a restart. */
export function presentImport(found: ProductImport, keptUntil: Date): ImportContract {
  const { run: _run, lastLine: _lastLine, workedMs, ...rest } = found
  const rowsPerSecond = workedMs > 0 ? Math.round((found.rowsRead / workedMs) * 10_000) / 10 : 0
  const isUnderWay = found.state === 'running' || found.state === 'previewing'
  return {
    ...rest,
    columns: found.columns.map(({ header, samples, field }) => ({ header, samples: [...samples], field })),
    rowsPerSecond,
    secondsLeft:
      isUnderWay && rowsPerSecond > 0 ? Math.ceil(Math.max(0, found.rowsTotal - found.rowsRead) / rowsPerSecond) : null,
    undo: found.undo === null ? null : { ...found.undo, kept: found.undo.kept.map((product) => ({ ...product })) },
    createdAt: found.createdAt.toISOString(),
    startedAt: found.startedAt?.toISOString() ?? null,
    finishedAt: found.finishedAt?.toISOString() ?? null,
    keptUntil: keptUntil.toISOString(),
  }
}

export function presentImportRow(row: ShownRow): ImportRowContract {
  return { ...row, warnings: [...row.warnings], changes: row.changes.map((change) => ({ ...change })) }
}
