import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import { Checkbox } from '../../ui/choice.tsx'
import { Field, FieldError, Select, TextArea, TextInput } from '../../ui/field.tsx'
import type { ContractForm } from '../../ui/form/use-contract-form.ts'
import { CATEGORY_OPTIONS } from '../../lib/categories.ts'
import type { CheckedProduct } from './check-product.ts'
import type { ProductDraft } from './product-draft.ts'

/** Pictures are chosen by a part that the page puts in. */
export type RenderImages = (images: {
  readonly images: readonly string[]
  readonly image: string
  readonly onChange: (images: readonly string[], image: string) => void
}) => ReactNode

interface ProductFormProps {
  readonly form: ContractForm<ProductDraft, CheckedProduct>
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

/** The fields of a product (specification 2, sections 3 and 5). */
export function ProductForm({ form, awaitsPrice, renderImages }: ProductFormProps) {
  const { register, control, setValue, errorOf, formState } = form
  const [inStock, price, stockQuantity, image, images, tags, category, fits, pageYield, supplyColor] = useWatch({
    control,
    name: [
      'inStock',
      'price',
      'stockQuantity',
      'image',
      'images',
      'tags',
      'category',
      'fits',
      'pageYield',
      'supplyColor',
    ],
  })
  // What was typed stays in view when the category is another one for a moment.
  const isSupply = category === 'supplies' || [fits, pageYield, supplyColor].some((text) => text !== '')
  return (
    <div className="grid gap-x-5 gap-y-4 sm:grid-cols-6">
      <Field label="Product Name" error={errorOf('name')} required className="sm:col-span-6">
        <TextInput {...register('name')} maxLength={200} autoComplete="off" />
      </Field>
      <Field label="Brand" error={errorOf('brand')} className="sm:col-span-2">
        <TextInput {...register('brand')} maxLength={80} autoComplete="off" />
      </Field>
      <Field label="Category" error={errorOf('category')} className="sm:col-span-2">
        <Select {...register('category')} options={CATEGORY_OPTIONS} />
      </Field>
      <Field label="SKU" optional error={errorOf('sku')} className="sm:col-span-2">
        <TextInput {...register('sku')} maxLength={64} autoComplete="off" spellCheck={false} />
      </Field>
      <Field label="Price" error={errorOf('price')} required className="sm:col-span-2">
        <TextInput {...register('price')} inputMode="decimal" placeholder="1299.00" autoComplete="off" />
      </Field>
      <Field label="Original Price" optional error={errorOf('originalPrice')} className="sm:col-span-2">
        <TextInput {...register('originalPrice')} inputMode="decimal" autoComplete="off" />
      </Field>
      <Field label="Stock Quantity" error={errorOf('stockQuantity')} className="sm:col-span-2">
        <TextInput {...register('stockQuantity')} inputMode="numeric" autoComplete="off" />
      </Field>
      <fieldset className="grid gap-x-6 gap-y-1 sm:col-span-6 sm:grid-cols-3">
        <legend className="sr-only">State</legend>
        <Checkbox
          label="In stock"
          hint={stockHint({ inStock, price, stockQuantity }, awaitsPrice)}
          {...register('inStock')}
        />
        <Checkbox label="Featured product" {...register('isFeatured')} />
        <Checkbox label="Business product" {...register('isBusinessProduct')} />
      </fieldset>
      <Field label="Description" error={errorOf('description')} className="sm:col-span-6">
        <TextArea {...register('description')} rows={4} maxLength={5000} />
      </Field>
      <div className="grid gap-2 sm:col-span-6">
        {renderImages({
          images,
          image,
          onChange(nextImages, nextImage) {
            setValue('images', nextImages, { shouldValidate: formState.isSubmitted })
            setValue('image', nextImage, { shouldValidate: formState.isSubmitted })
          },
        })}
        <FieldError message={errorOf('image') ?? errorOf('images')} />
      </div>
      <Field
        label="Specifications"
        error={errorOf('specifications')}
        hint={'JSON such as {"Speed": "38 ppm"}, or one Key: Value per line'}
        className="sm:col-span-3"
      >
        <TextArea {...register('specifications')} rows={6} spellCheck={false} className="font-mono text-sm" />
      </Field>
      <Field label="Features" error={errorOf('features')} hint="One per line" className="sm:col-span-3">
        <TextArea {...register('features')} rows={6} />
      </Field>
      {isSupply && (
        <fieldset className="grid gap-x-5 gap-y-4 sm:col-span-6 sm:grid-cols-6">
          <legend className="mb-3 text-sm font-semibold">Supply</legend>
          <Field
            label="Fits these models"
            error={errorOf('fits')}
            hint="One per line, by SKU or name"
            className="sm:col-span-3"
          >
            <TextArea {...register('fits')} rows={4} spellCheck={false} />
          </Field>
          <div className="grid content-start gap-4 sm:col-span-3">
            <Field label="Prints" optional error={errorOf('supplyColor')}>
              <Select {...register('supplyColor')} options={SUPPLY_COLORS} />
            </Field>
            <Field
              label="Page yield"
              optional
              error={errorOf('pageYield')}
              hint="Pages, prints, labels or receipts that one piece is good for"
            >
              <TextInput {...register('pageYield')} inputMode="numeric" autoComplete="off" />
            </Field>
          </div>
        </fieldset>
      )}
      <fieldset className="flex flex-wrap gap-x-6 sm:col-span-6">
        <legend className="mb-1 text-sm font-semibold">Tags</legend>
        {TAGS.map(({ value, label }) => (
          <Checkbox
            key={value}
            label={label}
            checked={tags.includes(value)}
            onChange={(event) =>
              setValue('tags', event.target.checked ? [...tags, value] : tags.filter((tag) => tag !== value))
            }
          />
        ))}
      </fieldset>
    </div>
  )
}
