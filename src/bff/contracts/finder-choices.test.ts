import { expect, it } from 'vitest'
import { FIRST_ANSWERS, MAX_PAGES, parseFinderQuery } from './finder-choices.ts'

const read = (query: string) => parseFinderQuery(new URLSearchParams(query))

it.each(['', 'pages=300', 'prints=dreams&pages=300'])(
  'asks first where an address has no first answer: %j',
  (query) => {
    expect(read(query)).toBeNull()
  },
)

it('answers what an address leaves out, or has another word for, as usual', () => {
  const { prints } = FIRST_ANSWERS
  expect(read(`prints=${prints}`)).toEqual(FIRST_ANSWERS)
  expect(read(`prints=${prints}&color=perhaps&scans=&paper=A4`)).toEqual(FIRST_ANSWERS)
})

it.each([
  ['0', 1],
  ['1', 1],
  [' 250 ', 250],
  ['999999', MAX_PAGES],
  ['1e3', FIRST_ANSWERS.pages],
  ['-5', FIRST_ANSWERS.pages],
])('reads %j pages a month as %i', (pages, count) => {
  expect(read(new URLSearchParams({ prints: FIRST_ANSWERS.prints, pages }).toString())?.pages).toBe(count)
})
