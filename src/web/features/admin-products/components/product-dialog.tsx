import { useEffect, useState, type FormEvent } from 'react'
import type { UpdateProductBody } from '#contracts/admin'
import type { Product } from '#contracts/catalog'
import { ApiError } from '../../../lib/api-client.ts'
import { sayError } from '../../../lib/say-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { toast } from '../../../ui/toast.tsx'
import type { FieldErrors } from '../check-product.ts'
import { forgetDraft, keepDraft } from '../kept-drafts.ts'
import { createProduct, EDITED_MEANWHILE, readProduct, updateProduct } from '../product-calls.ts'
import {
  changedFields,
  createBody,
  differences,
  draftOf,
  EMPTY_DRAFT,
  rebase,
  updateBody,
  type DraftField,
  type ProductDraft,
} from '../product-draft.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import { ProductForm, type RenderImages } from './product-form.tsx'

/** The contract's script comes while staff type, so that the form opens without it. */
const loadCheck = () => import('../check-product.ts')

interface ProductDialogProps {
  /** Null adds a product. */
  readonly product: Product | null
  /** What was typed about it before the page was loaded anew. */
  readonly kept?: ProductDraft | undefined
  readonly onClose: () => void
  readonly onSaved: (saved: Product) => void
  readonly renderImages: RenderImages
}

/** Adds or edits a product (specification 2, sections 4, 5 and 8). What was typed survives every failure, and a reload. */
export function ProductDialog({ product, kept, onClose, onSaved, renderImages }: ProductDialogProps) {
  /** What the edits are made upon: the product as it was opened, or as it stood after a conflict. */
  const [opened, setOpened] = useState(product)
  const [draft, setDraft] = useState<ProductDraft>(() => kept ?? (product === null ? EMPTY_DRAFT : draftOf(product)))
  const [errors, setErrors] = useState<FieldErrors>({})
  const [problem, setProblem] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)
  const [theirs, setTheirs] = useState<Product | null>(null)
  const [isLeaving, setLeaving] = useState(false)
  useEffect(() => void loadCheck().catch(() => undefined), [])
  const before = opened === null ? EMPTY_DRAFT : draftOf(opened)

  useEffect(() => {
    const base = opened === null ? EMPTY_DRAFT : draftOf(opened)
    if (changedFields(base, draft).length === 0) forgetDraft(opened)
    else keepDraft({ product: opened, draft })
  }, [opened, draft])

  function change(changes: Partial<ProductDraft>): void {
    setDraft((now) => ({ ...now, ...changes }))
    setErrors((now) => Object.fromEntries(Object.entries(now).filter(([field]) => !(field in changes))))
  }

  function show(found: FieldErrors): void {
    setErrors(found)
    const [first] = (Object.keys(draft) as DraftField[]).filter((field) => found[field] !== undefined)
    if (first === undefined) return
    const failed = document.querySelector<HTMLElement>(`[role=dialog] [name="${first}"]`)
    failed?.focus()
  }

  async function save(base: Product | null, edited: ProductDraft): Promise<void> {
    const body = base === null ? createBody(edited) : updateBody(base, edited)
    if (body === null) {
      toast({ title: 'Nothing to save', description: 'Nothing was changed.' })
      return discard()
    }
    setSaving(true)
    setProblem(null)
    try {
      const { checkProduct } = await loadCheck()
      const wrong = checkProduct(edited, body, base === null)
      if (Object.keys(wrong).length > 0) {
        setProblem('The product is not saved yet: see the marked fields.')
        return show(wrong)
      }
      const saved =
        base === null
          ? await createProduct(createBody(edited))
          : await updateProduct(base.id, body as UpdateProductBody)
      forgetDraft(base)
      toast({
        title: 'Success',
        description: base === null ? 'Product created successfully' : 'Product updated successfully',
      })
      onSaved(saved)
    } catch (error) {
      await explain(error, base)
    } finally {
      setSaving(false)
    }
  }

  async function explain(error: unknown, base: Product | null): Promise<void> {
    if (base !== null && error instanceof ApiError && error.status === 409 && error.body?.code === EDITED_MEANWHILE) {
      const now = await readNow(base.id)
      if (now !== null) return setTheirs(now)
    }
    toast({
      title: 'Error',
      description: base === null ? 'Failed to create product' : 'Failed to update product',
      variant: 'destructive',
    })
    setProblem(sayError(error, 'The product could not be saved.'))
    if (error instanceof ApiError && error.body?.fields !== undefined) show(error.body.fields as FieldErrors)
  }

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (!isSaving) void save(opened, draft)
  }

  function discard(): void {
    forgetDraft(opened)
    onClose()
  }

  function leave(): void {
    if (changedFields(before, draft).length === 0 || isLeaving) discard()
    else setLeaving(true)
  }

  if (theirs !== null) {
    const rebased = rebase(before, draftOf(theirs), draft)
    const goOn = (next: ProductDraft) => {
      setOpened(theirs)
      setDraft(next)
      setTheirs(null)
    }
    return (
      <ConflictDialog
        productName={theirs.name}
        differences={differences(before, draftOf(theirs), draft)}
        onKeepEditing={() => goOn(rebased)}
        onTakeTheirs={() => goOn(draftOf(theirs))}
        onSaveMine={() => {
          goOn(rebased)
          void save(theirs, rebased)
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
      className="sm:max-w-3xl"
    >
      <form method="post" noValidate onSubmit={submit} className="grid gap-5">
        <ProductForm
          draft={draft}
          awaitsPrice={opened?.awaitsPrice === true}
          errors={errors}
          onChange={change}
          renderImages={renderImages}
        />
        <div className="sticky -bottom-5 -mx-5 -mb-5 grid gap-3 border-t border-line bg-paper px-5 py-4 sm:-bottom-6 sm:-mx-6 sm:-mb-6 sm:px-6">
          {problem !== null && (
            <p role="alert" className="rounded bg-magenta-wash px-4 py-2.5 text-sm font-medium text-magenta">
              {problem}
            </p>
          )}
          {isLeaving ? (
            <div role="alert" className="flex flex-wrap items-center justify-end gap-3">
              <p className="mr-auto text-sm font-medium">Your edits are not saved.</p>
              <Button variant="quiet" onClick={discard}>
                Discard edits
              </Button>
              <Button onClick={() => setLeaving(false)}>Keep editing</Button>
            </div>
          ) : (
            <div className="flex flex-wrap justify-end gap-3">
              <Button variant="quiet" onClick={leave}>
                Cancel
              </Button>
              <Button type="submit" disabled={isSaving}>
                {isSaving ? 'Saving...' : product === null ? 'Create Product' : 'Update Product'}
              </Button>
            </div>
          )}
        </div>
      </form>
    </Dialog>
  )
}

async function readNow(id: number): Promise<Product | null> {
  try {
    return await readProduct(id)
  } catch {
    return null
  }
}
