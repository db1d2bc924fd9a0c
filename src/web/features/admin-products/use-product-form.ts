import { useRef, useState } from 'react'
import type { CreateProductBody, UpdateProductBody } from '#contracts/admin'
import type { Product } from '#contracts/catalog'
import { ApiError } from '../../lib/api-client.ts'
import { errorMessage } from '../../lib/error-message.ts'
import { changedFields } from '../../lib/rebase.ts'
import { useContractForm, type ContractForm } from '../../ui/form/use-contract-form.ts'
import { toast } from '../../ui/toast.tsx'
import { useWhileShown } from '../../ui/use-while-shown.ts'
import type { CheckedProduct } from './check-product.ts'
import { createProduct, EDITED_MEANWHILE, tryReadProduct, updateProduct } from './product-calls.ts'
import { draftOf, rebaseDraft, openedDraft, type ProductDraft } from './product-draft.ts'
import { deleteProductDraft, draftFor, keptDrafts, saveProductDraft } from './product-drafts.ts'

/** What edits are made upon: the product as it was opened, or as it stood after somebody else's edit; null for a new one. */
export interface EditBase {
  readonly product: Product | null
  /** The same for a save that follows in the same moment in which it changes. */
  latest(): Product | null
  moveTo(product: Product): void
}

/** @param opened the product as it was opened */
export function useEditBase(opened: Product | null): EditBase {
  const [product, setProduct] = useState(opened)
  const latest = useRef(opened)
  return {
    product,
    latest: () => latest.current,
    moveTo(next) {
      latest.current = next
      setProduct(next)
    },
  }
}

interface ProductFormOptions {
  readonly base: EditBase
  /** The edits that were typed before the page was reloaded. */
  readonly kept: ProductDraft | undefined
  /** Somebody else has edited the product since it was opened. */
  readonly onConflict: (theirs: Product) => void
  /** Also when the form was closed before. */
  readonly onSaved: () => void
  /** Nothing is left to save. Not when the form was closed before: the same product may be edited again by then. */
  readonly onDone: () => void
}

/** The form of a product with what was typed into it. */
export interface ProductEdits {
  readonly form: ContractForm<ProductDraft, CheckedProduct>
  /** Why it is not saved, in a sentence. */
  readonly problem: string | null
  /** Whether it has nothing that is not saved. */
  isUntouched(): boolean
}

/** Adds the product, or sends what was edited of it. What was typed is kept until it is saved. */
export function useProductForm(options: ProductFormOptions): ProductEdits {
  const { base, kept, onConflict, onSaved, onDone } = options
  const [problem, setProblem] = useState<string | null>(null)
  const isNew = base.product === null
  const done = useWhileShown(onDone)
  const form = useContractForm<ProductDraft, CheckedProduct, Product | null>({
    schema: () => import('./check-product.ts').then(({ productResolver }) => productResolver(base.latest)),
    defaultValues: kept ?? openedDraft(base.product),
    draft: {
      // The form opens with the draft that was chosen.
      read: () => null,
      save(draft) {
        const product = base.latest()
        if (changedFields(openedDraft(product), draft).length === 0) deleteProductDraft(product)
        else saveProductDraft({ product, draft })
      },
      clear: () => endDraft(),
    },
    async send({ body }) {
      const product = base.latest()
      setProblem(null)
      if (body === null) return null
      return product === null
        ? createProduct(body as CreateProductBody)
        : updateProduct(product.id, body as UpdateProductBody)
    },
    onSent(saved) {
      if (saved === null) {
        toast({ title: 'Nothing to save', description: 'Nothing was changed.' })
        return done()
      }
      finish()
    },
    async failure(error) {
      const product = base.latest()
      const isConflict = error instanceof ApiError && error.status === 409 && error.body?.code === EDITED_MEANWHILE
      const now = isConflict && product !== null ? await tryReadProduct(product.id) : null
      if (now !== null) {
        if (rebaseDraft(openedDraft(base.latest()), draftOf(now), form.getValues()).isSaved) finish()
        else onConflict(now)
        return null
      }
      setProblem(errorMessage(error, 'The product could not be saved.'))
      return { title: 'Error', description: isNew ? 'Failed to create product' : 'Failed to update product' }
    },
    onInvalid: () => setProblem('The product is not saved yet: see the marked fields.'),
  })

  /** What was saved is no draft any more; what somebody who came back meanwhile has typed since stays one. */
  function endDraft(): void {
    const draft = draftFor(base.latest(), keptDrafts())?.draft
    if (draft !== undefined && changedFields(draft, form.getValues()).length === 0) deleteProductDraft(base.latest())
  }

  function finish(): void {
    endDraft()
    toast({
      title: 'Success',
      description: isNew ? 'Product created successfully' : 'Product updated successfully',
    })
    done()
    onSaved()
  }

  return {
    form,
    problem,
    isUntouched: () => changedFields(openedDraft(base.latest()), form.getValues()).length === 0,
  }
}
