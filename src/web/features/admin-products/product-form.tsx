import { changedFields } from '../../lib/rebase.ts'
import { useWatch } from 'react-hook-form'
import type { ReactNode } from 'react'
import type { Product } from '#contracts/catalog'
import type { ListedProduct } from '#contracts/listed-product'
import type { ContractForm } from '../../ui/form/use-contract-form.ts'
import type { CheckedProduct } from './check-product.ts'
import { EditedFrom } from './edited-field.tsx'
import { sectionsOf } from './editor-sections.ts'
import { FormSection, type RenderImages } from './form-sections.tsx'
import { previewOf, waitsForPrice } from './preview-of.ts'
import { draftOf, type DraftField, type ProductDraft } from './product-draft.ts'
import { ProductLists } from './product-lists.tsx'
import { SectionList, sectionId } from './section-list.tsx'

interface ProductFormProps {
  readonly form: ContractForm<ProductDraft, CheckedProduct>
  /** What the edits are made upon; null adds a product. */
  readonly base: Product | null
  readonly renderImages: RenderImages
  /** The shop's card of a product, which belongs to another part of the client. */
  readonly renderCard: (product: ListedProduct) => ReactNode
  /** What stands below the last part. */
  readonly children: ReactNode
}

/**
 * The fields of a product in parts (specification 2, sections 3 and 5), a list to jump to each, marks at what is edited,
 * and beside it the card as the shop will show it.
 */
export function ProductForm({ form, base, renderImages, renderCard, children }: ProductFormProps) {
  const draft = useWatch({ control: form.control }) as ProductDraft
  const before = base === null ? null : draftOf(base)
  const changed = before === null ? [] : changedFields(before, draft)
  const sections = sectionsOf(draft)
  const wrong = sections.flatMap(({ fields }) =>
    fields.filter((field: DraftField) => form.errorOf(field) !== undefined),
  )
  return (
    <div className="grid items-start gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,1fr)_16rem] xl:grid-cols-[11rem_minmax(0,1fr)_16rem]">
      <div className="lg:col-span-2 xl:sticky xl:top-0 xl:col-span-1">
        <SectionList sections={sections} changed={changed} wrong={wrong} />
      </div>
      <EditedFrom value={{ before, changed }}>
        <div className="grid min-w-0 gap-6">
          {sections.map((section) => (
            <div key={section.id} className="grid gap-4 border-t border-line pt-5 first:border-t-0 first:pt-0">
              <h3 id={sectionId(section.id)} tabIndex={-1} className="scroll-mt-4 text-xl">
                {section.title}
              </h3>
              <FormSection
                section={section}
                form={form}
                draft={draft}
                awaitsPrice={waitsForPrice(draft, base)}
                renderImages={renderImages}
              />
            </div>
          ))}
          {children}
        </div>
      </EditedFrom>
      <div className="grid gap-6 lg:sticky lg:top-0">
        <aside aria-label="In the shop" className="grid gap-2">
          <h3 className="text-sm font-semibold">How the shop shows it</h3>
          <div inert className="max-w-80">
            {renderCard(previewOf(draft, base))}
          </div>
          {changed.length > 0 && (
            <p className="text-sm text-soft">
              {changed.length === 1 ? 'One field is' : `${changed.length} fields are`} changed and not saved.
            </p>
          )}
        </aside>
        {base !== null && <ProductLists id={base.id} />}
      </div>
    </div>
  )
}
