import { AppError } from '#platform/errors/errors'
import { HttpRefusal } from '../../http/http-refusal.ts'

/** The code of a picture that has too many bytes. */
export const TOO_LARGE = 'FILE_TOO_LARGE'

/** A picture that was not stored, and why. */
export interface RefusedPicture {
  readonly fileName: string
  readonly code: string
  readonly message: string
}

/** What an upload is answered of which no picture was stored: 413 where all were too large, otherwise 400. */
export function nothingStored(refused: readonly RefusedPicture[]): Error {
  const [first] = refused
  if (first === undefined) return noPictures()
  if (refused.every(({ code }) => code === TOO_LARGE)) return new HttpRefusal(413, TOO_LARGE, first.message)
  return new AppError('invalid', first.code, first.message, { details: { refused } })
}

/** The upload has no part with a picture. */
export function noPictures(): AppError {
  return new AppError('invalid', 'FILE_MISSING', 'Send the pictures as parts named "images".')
}

/** A proxy takes 4 kB of all headers together, and refuses the whole answer beyond that. */
const MAX_BYTES_OF_HEADER = 3000
/** How much of a name is said. */
const LONGEST_NAME = 80
/** The more the better: in another script a letter takes nine bytes or twelve. */
const LETTERS_OF_NAME = [LONGEST_NAME, 40, 20, 10, 5]

/** The list as URI-encoded JSON, where what a header can hold as it is stays so; names are shortened if need be. */
export function refusedHeader(refused: readonly RefusedPicture[]): string {
  let header = ''
  for (const letters of LETTERS_OF_NAME) {
    const shown = refused.map((each) => ({ ...each, fileName: endOf(each.fileName, letters) }))
    header = JSON.stringify(shown).replaceAll(/[^\x20-\x7e]|%/gu, encodeURIComponent)
    if (header.length <= MAX_BYTES_OF_HEADER) break
  }
  return header
}

function endOf(name: string, letters: number): string {
  const all = Array.from(name)
  return all.length <= letters ? name : `…${all.slice(-letters).join('')}`
}

/**
 * The file name without folders, control characters and letters that turn the reading, only for showing it to staff.
 * @param name absent where a program sends bytes without one
 */
export function nameToShow(name = ''): string {
  // oxlint-disable-next-line no-control-regex -- this pattern is for control characters
  const plain = (name.split(/[/\\]/).at(-1) ?? '').replaceAll(/[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g, '')
  return Array.from(plain).slice(-LONGEST_NAME).join('')
}
