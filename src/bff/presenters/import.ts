import type { Import as ImportContract, ImportRow as ImportRowContract } from '#contracts/imports'
import type { AdminModule, ProductImport, ShownRow } from '#modules/admin'
import { toDecimal } from '#platform/shared-kernel/money'

type Imports = Pick<AdminModule['imports'], 'keptUntil' | 'readingOf' | 'doTooManyLeave'>

/** An import for the page that has it open: with how its file is understood, while that can be changed. */
export function presentImport(imports: Imports, productImport: ProductImport): ImportContract {
  const canChange = productImport.state === 'mapping' || productImport.state === 'previewed'
  return {
    ...presentListedImport(imports, productImport),
    reading: canChange ? (structuredClone(imports.readingOf(productImport)) as ImportContract['reading']) : null,
  }
}

/** Speed and remaining time are computed from stored counters, so they are correct after a reload and a restart. */
export function presentListedImport(imports: Imports, productImport: ProductImport): ImportContract {
  const {
    run: _run,
    lastLine: _lastLine,
    workedMs,
    encoding: _encoding,
    headerLine: _headerLine,
    encodings: _encodings,
    isEncodingSure: _isSure,
    sheet: _sheet,
    sheets: _sheets,
    unpriced: _unpriced,
    mends: _mends,
    skips: _skips,
    headerKey: _headerKey,
    mayManyLeave: _mayManyLeave,
    corrects: _corrects,
    supplier,
    categories: _categories,
    priceNote: _priceNote,
    ...rest
  } = productImport
  const rowsPerSecond = workedMs > 0 ? Math.round((productImport.rowsRead / workedMs) * 10_000) / 10 : 0
  const isRunning = productImport.state === 'running' || productImport.state === 'previewing'
  return {
    ...rest,
    columns: productImport.columns.map(({ header, samples, field }) => ({ header, samples: [...samples], field })),
    reading: null,
    supplier: supplier && {
      id: supplier.id,
      name: supplier.name,
      hasPriceRule: supplier.priceRule !== null,
      whenLeft: supplier.whenLeft,
    },
    doTooManyLeave: productImport.state === 'previewed' && imports.doTooManyLeave(productImport),
    rowsPerSecond,
    secondsLeft:
      isRunning && rowsPerSecond > 0
        ? Math.ceil(Math.max(0, productImport.rowsTotal - productImport.rowsRead) / rowsPerSecond)
        : null,
    undo: productImport.undo && { ...productImport.undo, kept: [...productImport.undo.kept] },
    createdAt: productImport.createdAt.toISOString(),
    startedAt: productImport.startedAt?.toISOString() ?? null,
    finishedAt: productImport.finishedAt?.toISOString() ?? null,
    keptUntil: imports.keptUntil(productImport).toISOString(),
  }
}

export function presentImportRow({ costCents, ...row }: ShownRow): ImportRowContract {
  return {
    ...row,
    cost: costCents === null ? null : toDecimal(costCents),
    warnings: [...row.warnings],
    changes: row.changes.map((change) => ({ ...change })),
  }
}
