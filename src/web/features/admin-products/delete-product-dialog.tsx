import type { Product } from '#contracts/catalog'
import { errorMessage } from '../../lib/error-message.ts'
import { deleteAt } from '../../lib/api-once.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Alert } from '../../ui/note.tsx'
import { toast } from '../../ui/toast.tsx'
import { useWhileShown } from '../../ui/use-while-shown.ts'

interface DeleteProductDialogProps {
  readonly product: Product
  readonly onClose: () => void
  /** Also when the dialog was closed before. */
  readonly onDeleted: () => void
}

/** Asks before a product goes (specification 2, section 5). */
export function DeleteProductDialog({ product, onClose, onDeleted }: DeleteProductDialogProps) {
  const closeAfter = useWhileShown(onClose)
  const { run, isBusy, problem } = useAction(
    async () => {
      await deleteAt(`/api/admin/products/${product.id}`)
      toast({ title: 'Success', description: 'Product deleted successfully' })
      closeAfter()
      onDeleted()
    },
    (error) => {
      toast({ title: 'Error', description: 'Failed to delete product', variant: 'destructive' })
      return errorMessage(error, 'The product could not be deleted.')
    },
  )

  return (
    <Dialog onClose={onClose} title="Delete product" description="Are you sure you want to delete this product?">
      <p className="mb-2 font-semibold">{product.name}</p>
      <p className="text-sm text-soft">It leaves the shop at once. Orders keep what they sold.</p>
      <Alert message={problem} className="mt-3" />
      <div className="mt-6 dialog-buttons">
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button aria-disabled={isBusy} onClick={() => run()}>
          {isBusy ? 'Deleting...' : 'Delete'}
        </Button>
      </div>
    </Dialog>
  )
}
