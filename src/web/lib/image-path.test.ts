import { expect, test } from 'vitest'
import { productImagePath } from './image-path.ts'

test.each([
  ['https://cdn.example/a.png', 'https://cdn.example/a.png'],
  ['/src/assets/products/m404.svg', '/images/products/m404.svg'],
  ['/images/m404.svg', '/images/products/m404.svg'],
  ['/images/products/m404.svg', '/images/products/m404.svg'],
  ['m404.svg', '/images/products/m404.svg'],
  ['/uploads/3f.webp', '/uploads/3f.webp'],
  ['javascript:alert(1)', ''],
  ['data:text/html,x', ''],
  ['//elsewhere.example/a.png', ''],
  ['', ''],
])('the picture %j is at %j', (stored, address) => {
  expect(productImagePath(stored)).toBe(address)
})
