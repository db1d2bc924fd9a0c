import type { Clock } from '#platform/time/clock'
import type { ProductImport } from '../import.ts'
import type { ImportRepository } from '../persistence/import.repository.ts'
import { keptUntil } from '../rules/kept-until.ts'
import { rulesFor } from '../rules/supplier-rules.ts'
import type { Supplier } from '../supplier.ts'
import type { SeenFile } from './list-source.ts'

/** The states of an import that came to nothing: its file is imported again. */
const CAME_TO_NOTHING: ReadonlySet<string> = new Set(['undone', 'undoing', 'failed', 'cancelled'])

/** The rules of a supplier that decide what a list does: by others, the same file does something else. */
export function rulesOf(supplier: Supplier): SeenFile['rules'] {
  const { key, priceRule, whenLeft } = rulesFor(supplier)
  return { key, priceRule, whenLeft }
}

/**
 * The file that came last, if importing it again would bring nothing new: its import went by the same rules, and is in the
 * catalog or waits for a person. Null otherwise.
 * @param seen null when none came yet
 */
export async function findStandingFile(
  seen: SeenFile | null,
  supplier: Supplier,
  { imports, clock }: { readonly imports: Pick<ImportRepository, 'find'>; readonly clock: Clock },
): Promise<{ readonly seen: SeenFile; readonly import: ProductImport } | null> {
  if (seen === null || JSON.stringify(seen.rules) !== JSON.stringify(rulesOf(supplier))) return null
  const former = await imports.find(seen.importId)
  const isGone = former === null || (former.preview && keptUntil(former) < clock.now())
  return isGone || CAME_TO_NOTHING.has(former.state) ? null : { seen, import: former }
}
