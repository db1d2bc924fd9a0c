import { ChevronRight } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { Product } from '#contracts/catalog'
import type { ListedProduct } from '#contracts/listed-product'
import { classNames } from '../../lib/class-names.ts'
import { Button } from '../../ui/button.tsx'
import { DialogFoot } from '../../ui/dialog-foot.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Form, OfflineNote, SubmitButton } from '../../ui/form/form.tsx'
import { Alert, Note } from '../../ui/note.tsx'
import { PeopleHere } from '../../ui/people-here.tsx'
import { useCooldown } from '../../ui/use-cooldown.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import type { RenderImages } from './form-sections.tsx'
import { draftOf, rebaseDraft, openedDraft, type ProductDraft } from './product-draft.ts'
import { deleteProductDraft } from './product-drafts.ts'
import { ProductForm } from './product-form.tsx'
import { ProductHistory } from './product-history.tsx'
import { ProductReviews } from './product-reviews.tsx'
import { useOthersEdits } from './use-others-edits.ts'
import { useEditBase, useProductForm } from './use-product-form.ts'

/** Two presses within it were meant as one. */
const DOUBLE_PRESS_MS = 500

interface ProductDialogProps {
  /** Null adds a product. */
  readonly product: Product | null
  /** The edits that were typed before the page was reloaded. */
  readonly kept?: ProductDraft | undefined
  readonly onClose: () => void
  /** Also when the dialog was closed before. */
  readonly onSaved: () => void
  readonly renderImages: RenderImages
  readonly renderCard: (product: ListedProduct) => ReactNode
}

/** Adds or edits a product (specification 2, sections 4, 5 and 8). What was typed survives every failure, and a reload. */
export function ProductDialog({ product, kept, onClose, onSaved, renderImages, renderCard }: ProductDialogProps) {
  const base = useEditBase(product)
  /** Somebody else's version, while it is shown beside what was typed. */
  const [theirs, setTheirs] = useState<Product | null>(null)
  const edits = useProductForm({ base, kept, onConflict: setTheirs, onSaved, onDone: onClose })
  const { form, problem, isUntouched } = edits
  const { newer, isTakenOver, settle } = useOthersEdits(base, edits)
  const [isLeaving, setLeaving] = useState(false)
  // The second half of a double press was for Cancel, in whose place the question has come.
  const [isJustAsked, noteAsked] = useCooldown(DOUBLE_PRESS_MS)

  function discard(): void {
    deleteProductDraft(base.product)
    onClose()
  }

  function leave(): void {
    if (isUntouched()) return discard()
    if (isLeaving) return isJustAsked ? undefined : discard()
    setLeaving(true)
    noteAsked()
  }

  if (theirs !== null) {
    const { rebased, contested, onlyTheirs } = rebaseDraft(openedDraft(base.product), draftOf(theirs), form.getValues())
    const goOn = (next: ProductDraft) => {
      base.moveTo(theirs)
      form.reset(next)
      setTheirs(null)
      settle()
    }
    return (
      <ConflictDialog
        productName={theirs.name}
        contested={contested}
        onlyTheirs={onlyTheirs}
        onKeepEditing={() => goOn(rebased)}
        onTakeTheirs={() => goOn(draftOf(theirs))}
        onSaveMine={() => {
          goOn(rebased)
          form.submit()
        }}
      />
    )
  }

  return (
    <Dialog
      onClose={leave}
      title={product === null ? 'Add New Product' : 'Edit Product'}
      side="all"
      className="sm:px-[max(1.5rem,calc((100%-80rem)/2))]"
    >
      <Form form={form} className="grid gap-5">
        {newer !== null && (
          <Note size="small" role="status" className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <p className="mr-auto">Somebody else changed this product just now. Your edits are kept.</p>
            <Button size="small" variant="quiet" onClick={() => setTheirs(newer)}>
              Show both versions
            </Button>
          </Note>
        )}
        {newer === null && isTakenOver && (
          <Note size="small" role="status">
            Somebody else changed this product just now. You see it as it is.
          </Note>
        )}
        <ProductForm form={form} base={base.product} renderImages={renderImages} renderCard={renderCard}>
          {product !== null && (
            <>
              <OpenedPart title="Reviews">
                <ProductReviews id={product.id} />
              </OpenedPart>
              <OpenedPart title="History" key={base.product?.updatedAt}>
                <ProductHistory id={product.id} />
              </OpenedPart>
            </>
          )}
        </ProductForm>
        <DialogFoot className="grid gap-3">
          <Alert message={problem} />
          <div>
            <OfflineNote action="save it" className="not-empty:mb-3" />
            <EditorButtons
              product={product}
              isLeaving={isLeaving}
              onLeave={leave}
              isJustAsked={isJustAsked}
              onDiscard={discard}
              onStay={() => setLeaving(false)}
            />
          </div>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}

interface EditorButtonsProps {
  readonly product: Product | null
  /** Somebody wants to close a form with edits that are not saved. */
  readonly isLeaving: boolean
  readonly isJustAsked: boolean
  readonly onLeave: () => void
  readonly onDiscard: () => void
  readonly onStay: () => void
}

/** Asks in the place of the buttons, so that the focus does not go with the one that was pressed. */
function EditorButtons({ product, isLeaving, isJustAsked, onLeave, onDiscard, onStay }: EditorButtonsProps) {
  return isLeaving ? (
    <div role="alert" className="flex flex-wrap items-center justify-end gap-3 max-sm:[&>button]:grow">
      <p className="mr-auto text-sm font-medium">Your edits are not saved.</p>
      <Button variant="quiet" disabled={isJustAsked} onClick={onDiscard}>
        Discard edits
      </Button>
      <Button onClick={onStay}>Keep editing</Button>
    </div>
  ) : (
    <div className="flex flex-wrap items-center justify-end gap-3 max-sm:[&>button]:grow">
      {product !== null && <PeopleHere kind="product" id={String(product.id)} isEditing className="mr-auto" />}
      <Button variant="quiet" onClick={onLeave}>
        Cancel
      </Button>
      <SubmitButton sending="Saving...">{product === null ? 'Create Product' : 'Update Product'}</SubmitButton>
    </div>
  )
}

/** What it has is read when it is opened. */
function OpenedPart({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="grid gap-2 border-t border-line pt-3">
      <h3 className="text-base">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="inline-flex min-h-9 items-center gap-2 rounded font-semibold hover:underline pointer-coarse:min-h-11"
        >
          <ChevronRight aria-hidden="true" className={classNames('size-4', isOpen && 'rotate-90')} />
          {title}
        </button>
      </h3>
      {isOpen && children}
    </div>
  )
}
