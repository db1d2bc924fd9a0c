import { use, type ReactNode } from 'react'
import { CATEGORY_OPTIONS } from '../../lib/categories.ts'
import { Checkbox } from '../../ui/choice.tsx'
import { FieldError, Select, TextArea, TextInput } from '../../ui/field.tsx'
import type { ContractForm } from '../../ui/form/use-contract-form.ts'
import type { CheckedProduct } from './check-product.ts'
import { EditedCheckbox, EditedField, EditedFrom, useFormerText, FormerText } from './edited-field.tsx'
import type { EditorSection } from './editor-sections.ts'
import type { ProductDraft } from './product-draft.ts'

/** Pictures are chosen by a part that the page puts in. */
export type RenderImages = (images: {
  readonly images: readonly string[]
  readonly image: string
  readonly onChange: (images: readonly string[], image: string) => void
}) => ReactNode

interface FormSectionProps {
  readonly section: EditorSection
  readonly form: ContractForm<ProductDraft, CheckedProduct>
  readonly draft: ProductDraft
  /** The product is off sale only because it has no price. */
  readonly awaitsPrice: boolean
  readonly renderImages: RenderImages
}

const TAGS = [
  { value: 'bestseller', label: 'Bestseller' },
  { value: 'new', label: 'New' },
  { value: 'sale', label: 'Sale' },
]

const SUPPLY_COLORS = [
  { value: '', label: 'Not said' },
  { value: 'black', label: 'Black' },
  { value: 'cyan', label: 'Cyan' },
  { value: 'magenta', label: 'Magenta' },
  { value: 'yellow', label: 'Yellow' },
  { value: 'color', label: 'Cyan, magenta and yellow' },
  { value: 'all', label: 'The whole picture' },
]

function stockHint(
  { inStock, price, stockQuantity }: Pick<ProductDraft, 'inStock' | 'price' | 'stockQuantity'>,
  awaitsPrice: boolean,
): string | undefined {
  if (!inStock) return undefined
  if (awaitsPrice)
    return Number(price) > 0 ? 'With its price it is for sale again' : 'Not for sale until it has a price'
  return Number(stockQuantity) === 0 ? 'Without a quantity it counts as made to order' : undefined
}

/** One part of a product's form. */
export function FormSection(props: FormSectionProps) {
  switch (props.section.id) {
    case 'basics':
      return <Basics {...props} />
    case 'selling':
      return <Selling {...props} />
    case 'text':
      return <Texts {...props} />
    case 'pictures':
      return <Pictures {...props} />
    case 'facts':
      return <Facts {...props} />
    default:
      return <Supply {...props} />
  }
}

const gridClass = 'grid gap-x-5 gap-y-4 sm:grid-cols-6'

function Basics({ form: { register, errorOf } }: FormSectionProps) {
  return (
    <div className={gridClass}>
      <EditedField label="Product Name" field="name" error={errorOf('name')} required className="sm:col-span-6">
        <TextInput {...register('name')} maxLength={200} autoComplete="off" />
      </EditedField>
      <EditedField label="Brand" field="brand" error={errorOf('brand')} className="sm:col-span-2">
        <TextInput {...register('brand')} maxLength={80} autoComplete="off" />
      </EditedField>
      <EditedField label="Category" field="category" error={errorOf('category')} className="sm:col-span-2">
        <Select {...register('category')} options={CATEGORY_OPTIONS} />
      </EditedField>
      <EditedField label="SKU" optional field="sku" error={errorOf('sku')} className="sm:col-span-2">
        <TextInput {...register('sku')} maxLength={64} autoComplete="off" spellCheck={false} />
      </EditedField>
    </div>
  )
}

function Selling({ form: { register, errorOf, setValue }, draft, awaitsPrice }: FormSectionProps) {
  const was = useFormerText('tags')
  return (
    <div className={gridClass}>
      <EditedField label="Price" field="price" error={errorOf('price')} required className="sm:col-span-2">
        <TextInput {...register('price')} inputMode="decimal" placeholder="1299.00" autoComplete="off" />
      </EditedField>
      <EditedField
        label="Original Price"
        optional
        field="originalPrice"
        error={errorOf('originalPrice')}
        className="sm:col-span-2"
      >
        <TextInput {...register('originalPrice')} inputMode="decimal" autoComplete="off" />
      </EditedField>
      <EditedField
        label="Stock Quantity"
        field="stockQuantity"
        error={errorOf('stockQuantity')}
        className="sm:col-span-2"
      >
        <TextInput {...register('stockQuantity')} inputMode="numeric" autoComplete="off" />
      </EditedField>
      <fieldset className="grid gap-x-6 gap-y-1 sm:col-span-6 sm:grid-cols-3">
        <legend className="sr-only">State</legend>
        <EditedCheckbox
          field="inStock"
          label="In stock"
          hint={stockHint(draft, awaitsPrice)}
          {...register('inStock')}
        />
        <EditedCheckbox field="isFeatured" label="Featured product" {...register('isFeatured')} />
        <EditedCheckbox field="isBusinessProduct" label="Business product" {...register('isBusinessProduct')} />
      </fieldset>
      <fieldset className="flex flex-wrap gap-x-6 sm:col-span-6">
        <legend className="mb-1 text-sm font-semibold">Tags</legend>
        {TAGS.map(({ value, label }) => (
          <Checkbox
            key={value}
            label={label}
            checked={draft.tags.includes(value)}
            onChange={(event) =>
              setValue(
                'tags',
                event.target.checked ? [...draft.tags, value] : draft.tags.filter((tag) => tag !== value),
              )
            }
          />
        ))}
        <p className="w-full text-sm">
          <FormerText text={was} />
        </p>
      </fieldset>
    </div>
  )
}

function Texts({ form: { register, errorOf } }: FormSectionProps) {
  return (
    <div className={gridClass}>
      <EditedField label="Description" field="description" error={errorOf('description')} className="sm:col-span-6">
        <TextArea {...register('description')} rows={4} maxLength={5000} />
      </EditedField>
      <EditedField
        label="Features"
        field="features"
        error={errorOf('features')}
        hint="One per line"
        className="sm:col-span-6"
      >
        <TextArea {...register('features')} rows={6} />
      </EditedField>
    </div>
  )
}

function Pictures({ form: { setValue, errorOf, formState }, draft, renderImages }: FormSectionProps) {
  const { before, changed } = use(EditedFrom)
  const isChanged = changed.includes('images') || changed.includes('image')
  const count = before?.images.length ?? 0
  return (
    <div className="grid gap-2">
      {renderImages({
        images: draft.images,
        image: draft.image,
        onChange(nextImages, nextImage) {
          setValue('images', nextImages, { shouldValidate: formState.isSubmitted })
          setValue('image', nextImage, { shouldValidate: formState.isSubmitted })
        },
      })}
      <p className="text-sm empty:hidden">
        <FormerText text={isChanged ? `was ${count} ${count === 1 ? 'picture' : 'pictures'}` : undefined} />
      </p>
      <FieldError message={errorOf('image') ?? errorOf('images')} />
    </div>
  )
}

function Facts({ form: { register, errorOf } }: FormSectionProps) {
  return (
    <EditedField
      label="Specifications"
      field="specifications"
      error={errorOf('specifications')}
      hint={'JSON such as {"Speed": "38 ppm"}, or one Key: Value per line'}
    >
      <TextArea {...register('specifications')} rows={10} spellCheck={false} className="font-mono text-sm" />
    </EditedField>
  )
}

function Supply({ form: { register, errorOf } }: FormSectionProps) {
  return (
    <div className={gridClass}>
      <EditedField
        label="Fits these models"
        field="fits"
        error={errorOf('fits')}
        hint="One per line, by SKU or name"
        className="sm:col-span-3"
      >
        <TextArea {...register('fits')} rows={4} spellCheck={false} />
      </EditedField>
      <div className="grid content-start gap-4 sm:col-span-3">
        <EditedField label="Prints" optional field="supplyColor" error={errorOf('supplyColor')}>
          <Select {...register('supplyColor')} options={SUPPLY_COLORS} />
        </EditedField>
        <EditedField
          label="Page yield"
          optional
          field="pageYield"
          error={errorOf('pageYield')}
          hint="Pages, prints, labels or receipts that one piece is good for"
        >
          <TextInput {...register('pageYield')} inputMode="numeric" autoComplete="off" />
        </EditedField>
      </div>
    </div>
  )
}
