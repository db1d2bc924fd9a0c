import { expect, it } from 'vitest'
import { LetterCodeWrong } from './errors.ts'

it('says how many tries a wrong code of a letter leaves', () => {
  expect(new LetterCodeWrong(4).message).toBe('This is not the code of the letter. 4 tries are left.')
  expect(new LetterCodeWrong(1).message).toBe('This is not the code of the letter. One try is left.')
})
