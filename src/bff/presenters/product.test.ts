import { expect, it } from 'vitest'
import { imagePath } from './product.ts'

it.each([
  ['https://cdn.example/a.png', 'https://cdn.example/a.png'],
  ['/src/assets/products/a.png', '/images/products/a.png'],
  ['/images/a.png', '/images/products/a.png'],
  ['/images/products/a.png', '/images/products/a.png'],
  ['laser-m404dn.svg', '/images/products/laser-m404dn.svg'],
  ['javascript:alert(1)', ''],
  ['data:text/html,x', ''],
  ['//evil.example/a.png', ''],
  ['file:///etc/passwd', ''],
  ['/images/', ''],
  ['', ''],
])('the picture %j is at %j (specification 1, section 5)', (stored, path) => expect(imagePath(stored)).toBe(path))
