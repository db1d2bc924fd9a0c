import type { Import as ImportContract, ImportRow as ImportRowContract } from '#contracts/imports'
import type { ProductImport, ShownRow } from '#modules/admin'

/** Speed and remaining time are computed from stored counters, so they are correct after a reload and a restart. */
export function presentImport(productImport: ProductImport, keptUntil: Date): ImportContract {
  const { run: _run, lastLine: _lastLine, workedMs, ...rest } = productImport
  const rowsPerSecond = workedMs > 0 ? Math.round((productImport.rowsRead / workedMs) * 10_000) / 10 : 0
  const isRunning = productImport.state === 'running' || productImport.state === 'previewing'
  return {
    ...rest,
    columns: productImport.columns.map(({ header, samples, field }) => ({ header, samples: [...samples], field })),
    rowsPerSecond,
    secondsLeft:
      isRunning && rowsPerSecond > 0
        ? Math.ceil(Math.max(0, productImport.rowsTotal - productImport.rowsRead) / rowsPerSecond)
        : null,
    undo:
      productImport.undo === null
        ? null
        : { ...productImport.undo, kept: productImport.undo.kept.map((product) => ({ ...product })) },
    createdAt: productImport.createdAt.toISOString(),
    startedAt: productImport.startedAt?.toISOString() ?? null,
    finishedAt: productImport.finishedAt?.toISOString() ?? null,
    keptUntil: keptUntil.toISOString(),
  }
}

export function presentImportRow(row: ShownRow): ImportRowContract {
  return { ...row, warnings: [...row.warnings], changes: row.changes.map((change) => ({ ...change })) }
}
