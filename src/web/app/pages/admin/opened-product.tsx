import { useState } from 'react'
import { productPath } from '#contracts/api-paths'
import type { Product } from '#contracts/catalog'
import { draftFor, keptDrafts } from '../../../features/admin-products/product-drafts.ts'
import { useRead } from '../../../lib/use-read.ts'
import { Async } from '../../../ui/async.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { lazyDialog } from '../../../ui/lazy-dialog.tsx'
import { TableSkeleton } from '../../../ui/table-skeleton.tsx'

export const ProductEditor = lazyDialog(() => import('./product-editor.tsx').then((module) => module.ProductEditor))

interface OpenedProductProps {
  /** null adds a product. */
  readonly id: number | null
  /** The product, where the list has it. */
  readonly listed: Product | undefined
  readonly onClose: () => void
  readonly onSaved: () => void
}

/**
 * The product that the address names, in its editor, with what was typed about it before. What it is edited from stays
 * the same while the list behind it changes.
 */
export function OpenedProduct({ id, listed, onClose, onSaved }: OpenedProductProps) {
  const [kept] = useState(() => draftFor(id === null ? null : { id }, keptDrafts()))
  const [known] = useState(() => (id === null ? null : (kept?.product ?? listed)))
  const path = known !== undefined || id === null ? null : productPath(id)
  const { data, error, retry } = useRead(path, { revalidateOnMount: true })
  const product = known === undefined ? data : known
  if (product !== undefined)
    return <ProductEditor product={product} kept={kept?.draft} onClose={onClose} onSaved={onSaved} />
  return (
    <Dialog onClose={onClose} title="Edit Product">
      <Async
        data={data}
        error={error}
        errorMessage="This product could not be read. It may have been deleted."
        onRetry={retry}
        loading={<TableSkeleton text="Loading product..." />}
      >
        {() => null}
      </Async>
    </Dialog>
  )
}
