import { Bell } from 'lucide-react'
import { useState } from 'react'
import type { AlertKind } from '#contracts/alerts'
import type { Product } from '#contracts/catalog'
import { FilledIn } from '../../lib/server-markup.tsx'
import { Button } from '../../ui/button.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'

const AlertDialog = lazyDialog(() => import('./alert-dialog.tsx').then((module) => module.AlertDialog))

/**
 * Offers one mail about a product: when it is back, to somebody who cannot buy it now; or quietly, when its price drops.
 */
export function ProductAlert({ product }: { readonly product: Pick<Product, 'id' | 'name' | 'inStock'> }) {
  const [isOpen, setOpen] = useState(false)
  const kind: AlertKind = product.inStock ? 'price-drop' : 'back-in-stock'
  const open = { onClick: () => setOpen(true), onPointerEnter: AlertDialog.preload }
  return (
    <>
      <FilledIn name={`product alert ${kind}`} texts={[]}>
        {() =>
          product.inStock ? (
            <button
              type="button"
              {...open}
              data-print="hide"
              className="inline-flex min-h-11 items-center gap-2 font-semibold underline-offset-4 hover:underline"
            >
              <Bell aria-hidden="true" className="size-4" />
              Tell me when the price drops
            </button>
          ) : (
            <Button {...open} size="large" wide data-print="hide" className="mt-4">
              <Bell aria-hidden="true" className="size-5" />
              Tell me when it is back
            </Button>
          )
        }
      </FilledIn>
      {isOpen && <AlertDialog product={product} kind={kind} onClose={() => setOpen(false)} />}
    </>
  )
}
