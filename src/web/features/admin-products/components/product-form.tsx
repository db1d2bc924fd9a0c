import type { ReactNode } from 'react'
import { Checkbox } from '../../../ui/choice.tsx'
import { Field, FieldError, Select, TextArea, TextInput } from '../../../ui/field.tsx'
import { CATEGORY_OPTIONS } from '../categories.ts'
import type { DraftField, ProductDraft } from '../product-draft.ts'

/** Pictures are chosen by a part that the page puts in. */
export type RenderImages = (images: {
  readonly images: readonly string[]
  readonly image: string
  readonly onChange: (images: readonly string[], image: string) => void
}) => ReactNode

interface ProductFormProps {
  readonly draft: ProductDraft
  /** The product is off sale only because it has no price. */
  readonly awaitsPrice: boolean
  readonly errors: Readonly<Partial<Record<DraftField, string>>>
  readonly onChange: (changes: Partial<ProductDraft>) => void
  readonly renderImages: RenderImages
}

const TAGS = [
  { value: 'bestseller', label: 'Bestseller' },
  { value: 'new', label: 'New' },
  { value: 'sale', label: 'Sale' },
]

function stockHint({ inStock, price, stockQuantity }: ProductDraft, awaitsPrice: boolean): string | undefined {
  if (!inStock) return undefined
  if (awaitsPrice)
    return Number(price) > 0 ? 'With its price it is for sale again' : 'Not for sale until it has a price'
  return Number(stockQuantity) === 0 ? 'Without a quantity it counts as made to order' : undefined
}

/** The fields of a product (specification 2, sections 3 and 5). */
export function ProductForm({ draft, awaitsPrice, errors, onChange, renderImages }: ProductFormProps) {
  const text = (
    field:
      | 'name'
      | 'sku'
      | 'brand'
      | 'price'
      | 'originalPrice'
      | 'stockQuantity'
      | 'description'
      | 'specifications'
      | 'features',
  ) => ({
    name: field,
    value: draft[field],
    onChange: (event: { readonly target: { readonly value: string } }) => onChange({ [field]: event.target.value }),
  })
  const flag = (field: 'inStock' | 'isFeatured' | 'isBusinessProduct') => ({
    name: field,
    checked: draft[field],
    onChange: (event: { readonly target: { readonly checked: boolean } }) =>
      onChange({ [field]: event.target.checked }),
  })
  return (
    <div className="grid gap-x-5 gap-y-4 sm:grid-cols-6">
      <Field label="Product Name" error={errors.name} required className="sm:col-span-6">
        <TextInput {...text('name')} maxLength={200} autoComplete="off" />
      </Field>
      <Field label="Brand" error={errors.brand} className="sm:col-span-2">
        <TextInput {...text('brand')} maxLength={80} autoComplete="off" />
      </Field>
      <Field label="Category" error={errors.category} className="sm:col-span-2">
        <Select
          name="category"
          value={draft.category}
          onChange={(event) => onChange({ category: event.target.value })}
          options={CATEGORY_OPTIONS}
        />
      </Field>
      <Field label="SKU" optional error={errors.sku} className="sm:col-span-2">
        <TextInput {...text('sku')} maxLength={64} autoComplete="off" spellCheck={false} />
      </Field>
      <Field label="Price" error={errors.price} required className="sm:col-span-2">
        <TextInput {...text('price')} inputMode="decimal" placeholder="1299.00" autoComplete="off" />
      </Field>
      <Field label="Original Price" optional error={errors.originalPrice} className="sm:col-span-2">
        <TextInput {...text('originalPrice')} inputMode="decimal" autoComplete="off" />
      </Field>
      <Field label="Stock Quantity" error={errors.stockQuantity} className="sm:col-span-2">
        <TextInput {...text('stockQuantity')} inputMode="numeric" autoComplete="off" />
      </Field>
      <fieldset className="grid gap-x-6 gap-y-1 sm:col-span-6 sm:grid-cols-3">
        <legend className="sr-only">State</legend>
        <Checkbox label="In stock" hint={stockHint(draft, awaitsPrice)} {...flag('inStock')} />
        <Checkbox label="Featured product" {...flag('isFeatured')} />
        <Checkbox label="Business product" {...flag('isBusinessProduct')} />
      </fieldset>
      <Field label="Description" error={errors.description} className="sm:col-span-6">
        <TextArea {...text('description')} rows={4} maxLength={5000} />
      </Field>
      <div className="grid gap-2 sm:col-span-6">
        {renderImages({
          images: draft.images,
          image: draft.image,
          onChange: (images, image) => onChange({ images, image }),
        })}
        <FieldError message={errors.image ?? errors.images} />
      </div>
      <Field
        label="Specifications"
        error={errors.specifications}
        hint={'JSON such as {"Speed": "38 ppm"}, or one Key: Value per line'}
        className="sm:col-span-3"
      >
        <TextArea {...text('specifications')} rows={6} spellCheck={false} className="font-mono text-sm" />
      </Field>
      <Field label="Features" error={errors.features} hint="One per line" className="sm:col-span-3">
        <TextArea {...text('features')} rows={6} />
      </Field>
      <fieldset className="flex flex-wrap gap-x-6 sm:col-span-6">
        <legend className="mb-1 text-sm font-semibold">Tags</legend>
        {TAGS.map(({ value, label }) => (
          <Checkbox
            key={value}
            label={label}
            checked={draft.tags.includes(value)}
            onChange={(event) =>
              onChange({
                tags: event.target.checked ? [...draft.tags, value] : draft.tags.filter((tag) => tag !== value),
              })
            }
          />
        ))}
      </fieldset>
    </div>
  )
}
