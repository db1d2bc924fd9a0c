import type { z } from 'zod'
import type { CreateProductBody, UpdateProductBody } from '#contracts/admin'
import type { ProductContent, ProductEdit } from '#modules/catalog'
import { parseDecimal } from '#platform/shared-kernel/money'

type Created = z.output<typeof CreateProductBody>
type Updated = z.output<typeof UpdateProductBody>

/** The shop's own pictures are stored by file name, so that their URL can change. */
function storedImage(image: string): string {
  const own = /^\/images\/products\/([\w][\w .()-]*)$/.exec(image)
  return own?.[1] ?? image
}

/** Turns the fields that were sent into product content. Fields that were not sent stay absent. */
function toContent({ price, originalPrice, image, images, sku, ...rest }: Partial<Created>): Partial<ProductContent> {
  const content = {
    ...rest,
    sku: sku === '' ? null : sku,
    priceCents: price === undefined ? undefined : (parseDecimal(price) ?? 0),
    originalPriceCents:
      originalPrice === null || originalPrice === undefined ? originalPrice : (parseDecimal(originalPrice) ?? 0),
    image: image === undefined ? undefined : storedImage(image),
    images: images?.map(storedImage),
  }
  return Object.fromEntries(Object.entries(content).filter(([, value]) => value !== undefined))
}

/** A new product of a price list: without stock unless it was sent. */
export function toListedProduct(body: Created): ProductContent {
  return toNewProduct({ stockQuantity: 0, ...body })
}

/**
 * A new product with the specified defaults for fields that were not sent (specification 2, sections 3 and 7). The first
 * of its pictures is the main one when none is named.
 */
export function toNewProduct(body: Created): ProductContent {
  const content = toContent(body)
  const image = content.image || (content.images?.[0] ?? '')
  return {
    sku: null,
    name: body.name,
    description: '',
    brand: '',
    category: 'printers',
    priceCents: 0,
    originalPriceCents: null,
    images: image === '' ? [] : [image],
    specifications: {},
    features: [],
    tags: [],
    stockQuantity: 10,
    inStock: true,
    awaitsPrice: false,
    isFeatured: false,
    isBusinessProduct: false,
    fits: [],
    pageYield: null,
    supplyColor: null,
    ...content,
    image,
  }
}

export function toProductEdit({ stockQuantityWas, updatedAtWas, ...body }: Updated): ProductEdit {
  return {
    ...toContent(body),
    ...(stockQuantityWas === undefined ? {} : { stockQuantityWas }),
    ...(updatedAtWas === undefined ? {} : { updatedAtWas: new Date(updatedAtWas) }),
  }
}
