import { expect, it } from 'vitest'
import { withoutPieces } from './erasure-suggestion.ts'

it('blanks a piece with all of it, also where another one stands in it', () => {
  const message = {
    from: 'Ann Lee',
    subject: 'From Mary Ann Lee',
    fields: [{ label: 'Message', value: 'Call Mary Ann Lee at +1 405 555 0142, not Ann Lee.' }],
    notes: [],
    replies: [],
  }
  const pieces = ['405 555 0142', '+1 405 555 0142', 'Ann Lee', 'Mary Ann Lee']
  expect(withoutPieces(message as never, pieces)).toMatchObject({
    from: '[erased]',
    subject: 'From [erased]',
    fields: [{ value: 'Call [erased] at [erased], not [erased].' }],
  })
})
