import { expect, it } from 'vitest'
import { toListedProduct, toNewProduct } from './product-edit.ts'

const pictures = (body: { readonly image?: string; readonly images?: string[] }) => {
  const { image, images } = toNewProduct({ name: 'HP LaserJet', price: '199.00', ...body })
  return { image, images }
}

it('a new product without a main picture shows the first of its pictures', () => {
  const images = ['/images/products/front.webp', 'https://supplier.example/back.jpg']
  const stored = ['front.webp', 'https://supplier.example/back.jpg']
  expect(pictures({ images })).toEqual({ image: 'front.webp', images: stored })
  expect(pictures({ image: '', images })).toEqual({ image: 'front.webp', images: stored })
  expect(pictures({ image: 'side.webp', images })).toEqual({ image: 'side.webp', images: stored })
  expect(pictures({ image: 'side.webp' })).toEqual({ image: 'side.webp', images: ['side.webp'] })
  expect(pictures({})).toEqual({ image: '', images: [] })
  expect(toListedProduct({ name: 'HP LaserJet', price: '199.00', images }).image).toBe('front.webp')
})
