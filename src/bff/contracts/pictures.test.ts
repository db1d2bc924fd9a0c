import { expect, test } from 'vitest'
import { pictureFiles } from './pictures.ts'

const NAME = '/images/products/0123456789abcdef01234567'

test('a large uploaded picture exists in three widths', () => {
  expect(pictureFiles(`${NAME}-1600.webp`)).toEqual([
    { path: `${NAME}-400.webp`, width: 400 },
    { path: `${NAME}-800.webp`, width: 800 },
    { path: `${NAME}-1600.webp`, width: 1600 },
  ])
})

test('a smaller picture is not enlarged', () => {
  expect(pictureFiles(`${NAME}-400.webp`)).toEqual([{ path: `${NAME}-400.webp`, width: 400 }])
})

test.each(['/images/products/hp-laserjet.svg', 'https://example.com/a-1600.webp', `${NAME}-1024.webp`, ''])(
  '%s exists once',
  (path) => {
    expect(pictureFiles(path)).toEqual([])
  },
)
