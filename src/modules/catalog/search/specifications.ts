import type { Product } from '../domain/product.ts'

/** The facts of a product, and what it says beside them. */
export interface ReadSpecifications {
  readonly facts: readonly (readonly [name: string, value: string])[]
  readonly remarks: readonly string[]
}

let last: { readonly of: Product['specifications']; readonly read: ReadSpecifications } | null = null

/** Specifications in one text are lines of "Name: value", or remarks. */
export function readSpecifications(specifications: Product['specifications']): ReadSpecifications {
  // Facets, measures and words of a product are read one after the other.
  if (last?.of !== specifications) last = { of: specifications, read: read(specifications) }
  return last.read
}

function read(specifications: Product['specifications']): ReadSpecifications {
  if (typeof specifications !== 'string') return { facts: Object.entries(specifications), remarks: [] }
  const lines = specifications.split('\n').map((line) => /^\s*([^:]{1,80}):\s+(.+)$/.exec(line) ?? line)
  return {
    facts: lines.flatMap((line) => (typeof line === 'string' ? [] : [[line[1] ?? '', line[2] ?? ''] as const])),
    remarks: lines.filter((line) => typeof line === 'string'),
  }
}
