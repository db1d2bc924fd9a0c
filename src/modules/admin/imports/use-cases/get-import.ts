import { ImportNotFound } from '../errors.ts'
import type { ProductImport } from '../import.ts'
import type { ImportRepository } from '../persistence/import.repository.ts'

/** @throws ImportNotFound */
export type GetImport = (id: string) => Promise<ProductImport>

export function createGetImport(imports: Pick<ImportRepository, 'find'>): GetImport {
  return async function getImport(id) {
    const found = await imports.find(id)
    if (found === null) throw new ImportNotFound()
    return found
  }
}
