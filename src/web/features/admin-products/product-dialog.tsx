import { ChevronRight } from 'lucide-react'
import { useRef, useState, type ReactNode } from 'react'
import type { CreateProductBody, UpdateProductBody } from '#contracts/admin'
import type { Product } from '#contracts/catalog'
import type { ListedProduct } from '#contracts/listed-product'
import { ApiError } from '../../lib/api-client.ts'
import { classNames } from '../../lib/class-names.ts'
import { changedFields } from '../../lib/rebase.ts'
import { useStaffChanges } from '../../lib/use-staff-changes.ts'
import { errorMessage } from '../../lib/error-message.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Form, OfflineNote, SubmitButton } from '../../ui/form/form.tsx'
import { useContractForm } from '../../ui/form/use-contract-form.ts'
import { Alert, Note } from '../../ui/note.tsx'
import { PeopleHere } from '../../ui/people-here.tsx'
import { toast } from '../../ui/toast.tsx'
import type { CheckedProduct } from './check-product.ts'
import { deleteProductDraft, saveProductDraft } from './product-drafts.ts'
import { createProduct, EDITED_MEANWHILE, readProduct, updateProduct } from './product-calls.ts'
import { draftOf, EMPTY_DRAFT, meetEdits, type ProductDraft } from './product-draft.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import { ProductHistory } from './product-history.tsx'
import type { RenderImages } from './form-sections.tsx'
import { ProductForm } from './product-form.tsx'

const PRODUCT_KIND = ['product'] as const

interface ProductDialogProps {
  /** Null adds a product. */
  readonly product: Product | null
  /** The edits that were typed before the page was reloaded. */
  readonly kept?: ProductDraft | undefined
  readonly onClose: () => void
  readonly onSaved: (saved: Product) => void
  readonly renderImages: RenderImages
  readonly renderCard: (product: ListedProduct) => ReactNode
}

/** Adds or edits a product (specification 2, sections 4, 5 and 8). What was typed survives every failure, and a reload. */
export function ProductDialog({ product, kept, onClose, onSaved, renderImages, renderCard }: ProductDialogProps) {
  /** What the edits are made upon: the product as it was opened, or as it stood after a conflict. */
  const [base, setBase] = useState(product)
  /** The same for a save that follows in the same moment in which it changes. */
  const latestBase = useRef(product)
  const [problem, setProblem] = useState<string | null>(null)
  const [theirs, setTheirs] = useState<Product | null>(null)
  const [isLeaving, setLeaving] = useState(false)
  /** Somebody else's version, which came while the form had edits. */
  const [newer, setNewer] = useState<Product | null>(null)
  const [isTakenOver, setTakenOver] = useState(false)
  const form = useContractForm<ProductDraft, CheckedProduct, Product | null>({
    schema: () => import('./check-product.ts').then(({ productResolver }) => productResolver(() => latestBase.current)),
    defaultValues: kept ?? openedDraft(product),
    draft: {
      // The form opens with the draft that was chosen.
      read: () => null,
      save(draft) {
        const { current } = latestBase
        if (changedFields(openedDraft(current), draft).length === 0) deleteProductDraft(current)
        else saveProductDraft({ product: current, draft })
      },
      clear: () => deleteProductDraft(latestBase.current),
    },
    async send({ body }) {
      const { current } = latestBase
      setProblem(null)
      if (body === null) return null
      return current === null
        ? createProduct(body as CreateProductBody)
        : updateProduct(current.id, body as UpdateProductBody)
    },
    onSent(saved) {
      if (saved === null) {
        toast({ title: 'Nothing to save', description: 'Nothing was changed.' })
        return onClose()
      }
      finish(saved)
    },
    async failure(error) {
      const isConflict = error instanceof ApiError && error.status === 409 && error.body?.code === EDITED_MEANWHILE
      const now = isConflict && product !== null ? await readNow(product.id) : null
      if (now !== null) {
        if (meetEdits(openedDraft(latestBase.current), draftOf(now), form.getValues()).isSaved) finish(now)
        else setTheirs(now)
        return null
      }
      setProblem(errorMessage(error, 'The product could not be saved.'))
      return {
        title: 'Error',
        description: product === null ? 'Failed to create product' : 'Failed to update product',
      }
    },
    onInvalid: () => setProblem('The product is not saved yet: see the marked fields.'),
  })

  function finish(saved: Product): void {
    deleteProductDraft(latestBase.current)
    toast({
      title: 'Success',
      description: product === null ? 'Product created successfully' : 'Product updated successfully',
    })
    onSaved(saved)
  }

  const isUntouched = () => changedFields(openedDraft(base), form.getValues()).length === 0

  /** Somebody else's edit: at once into a form without edits, otherwise as a choice. A sale is no edit. */
  async function notice(): Promise<void> {
    if (product === null || form.formState.isSubmitting) return
    const now = await readNow(product.id)
    if (now === null || now.updatedAt === latestBase.current?.updatedAt) return
    if (!isUntouched()) return setNewer(now)
    latestBase.current = now
    setBase(now)
    form.reset(draftOf(now))
    setTakenOver(true)
  }
  useStaffChanges(PRODUCT_KIND, notice, { id: String(product?.id ?? '') })

  function discard(): void {
    deleteProductDraft(base)
    onClose()
  }

  function leave(): void {
    if (isUntouched() || isLeaving) discard()
    else setLeaving(true)
  }

  if (theirs !== null) {
    const { rebased, contested, onlyTheirs } = meetEdits(openedDraft(base), draftOf(theirs), form.getValues())
    const goOn = (next: ProductDraft) => {
      latestBase.current = theirs
      setBase(theirs)
      form.reset(next)
      setTheirs(null)
      setNewer(null)
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
      open
      onOpenChange={(open) => {
        if (!open) leave()
      }}
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
        <ProductForm form={form} base={base} renderImages={renderImages} renderCard={renderCard}>
          {product !== null && <HistoryPart id={product.id} key={base?.updatedAt} />}
        </ProductForm>
        <div className="sticky -bottom-5 -mx-5 -mb-5 grid gap-3 border-t border-line bg-paper px-5 py-4 sm:-bottom-6 sm:-mx-6 sm:-mb-6 sm:px-6">
          <Alert message={problem} />
          <div>
            <OfflineNote action="save it" className="not-empty:mb-3" />
            {isLeaving ? (
              <div role="alert" className="flex flex-wrap items-center justify-end gap-3 max-sm:[&>button]:grow">
                <p className="mr-auto text-sm font-medium">Your edits are not saved.</p>
                <Button variant="quiet" onClick={discard}>
                  Discard edits
                </Button>
                <Button onClick={() => setLeaving(false)}>Keep editing</Button>
              </div>
            ) : (
              <div className="flex flex-wrap items-center justify-end gap-3 max-sm:[&>button]:grow">
                {product !== null && (
                  <PeopleHere kind="product" id={String(product.id)} isEditing className="mr-auto" />
                )}
                <Button variant="quiet" onClick={leave}>
                  Cancel
                </Button>
                <SubmitButton sending="Saving...">
                  {product === null ? 'Create Product' : 'Update Product'}
                </SubmitButton>
              </div>
            )}
          </div>
        </div>
      </Form>
    </Dialog>
  )
}

/** Read when it is opened. */
function HistoryPart({ id }: { readonly id: number }) {
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
          History
        </button>
      </h3>
      {isOpen && <ProductHistory id={id} />}
    </div>
  )
}

function openedDraft(product: Product | null): ProductDraft {
  return product === null ? EMPTY_DRAFT : draftOf(product)
}

async function readNow(id: number): Promise<Product | null> {
  try {
    return await readProduct(id)
  } catch {
    return null
  }
}
