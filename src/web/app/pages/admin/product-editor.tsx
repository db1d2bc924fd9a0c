import type { ComponentProps } from 'react'
import { ImageField } from '../../../features/admin-images/image-field.tsx'
import { ProductDialog } from '../../../features/admin-products/product-dialog.tsx'

/** The product dialog with its pictures, which are a feature of their own. */
export function ProductEditor(props: Omit<ComponentProps<typeof ProductDialog>, 'renderImages'>) {
  return <ProductDialog {...props} renderImages={(pictures) => <ImageField {...pictures} />} />
}
