import { describe, expect, it } from 'vitest'
import { MAX_PICTURE_BYTES, MAX_PRODUCT_IMAGES } from '#contracts/limits'
import { fileKey, hasPicture, sortFiles, takenPlaces, uploadToast } from './image-files.ts'

const file = (name: string, type = 'image/png', size = 1000) => ({ name, type, size, lastModified: 1 })
const names = (files: readonly { readonly name: string }[]) => files.map(({ name }) => name)

describe('files for the pictures of a product', () => {
  it('skips dropped files that are no pictures, and names them when they were chosen', () => {
    const files = [file('a.png'), file('notes.txt', 'text/plain')]
    expect(sortFiles(files, 'dropped', new Set(), 20)).toEqual({ accepted: [files[0]], refused: [] })
    expect(names(sortFiles(files, 'picked', new Set(), 20).refused.map((each) => each.file))).toEqual(['notes.txt'])
  })

  it('says what to do about pictures as iPhones save them, also when they have no type', () => {
    const files = [file('a.heic', 'image/heic'), file('IMG_0042.HEIC', ''), file('b.heif', 'image/heif')]
    const { accepted, refused } = sortFiles(files, 'dropped', new Set(), 20)
    expect(accepted).toEqual([])
    expect(refused.map(({ sentence }) => sentence.includes('Most Compatible'))).toEqual([true, true, true])
  })

  it('has pictures among dropped files when one of them is as iPhones save it, whatever its type says', () => {
    expect(hasPicture([file('notes.txt', 'text/plain'), file('IMG_0042.HEIC', '')])).toBe(true)
    expect(hasPicture([file('notes.txt', 'text/plain'), file('a.png')])).toBe(true)
    expect(hasPicture([file('notes.txt', 'text/plain'), file('heic', '')])).toBe(false)
  })

  it('takes 10 MB and not a byte more', () => {
    const { accepted, refused } = sortFiles(
      [file('fits.png', 'image/png', MAX_PICTURE_BYTES), file('big.png', 'image/png', MAX_PICTURE_BYTES + 1)],
      'picked',
      new Set(),
      20,
    )
    expect(names(accepted)).toEqual(['fits.png'])
    expect(refused[0]?.sentence).toContain('at most 10 MB')
  })

  it('takes a file once: within one choice, and when it is there already', () => {
    const [a, b] = [file('a.png'), file('b.png')]
    expect(names(sortFiles([a, a, b], 'picked', new Set([fileKey(b)]), 20).accepted)).toEqual(['a.png'])
    expect(sortFiles([a, { ...a, size: 1001 }], 'picked', new Set(), 20).accepted).toHaveLength(2)
  })

  it('says which ones have no room any more', () => {
    const { accepted, refused } = sortFiles([file('a.png'), file('b.png')], 'picked', new Set(), 1)
    expect([names(accepted), refused[0]?.file.name]).toEqual([['a.png'], 'b.png'])
  })

  it('keeps the places of those that are on their way, and frees that of one that was taken out again', () => {
    const known = new Map([
      ['sent', null],
      ['shown', '/a.png'],
      ['taken out', '/b.png'],
    ])
    const shown = ['/a.png', 'https://example.com/before.png']
    expect(takenPlaces(known, shown)).toEqual({ marks: new Set(['sent', 'shown']), room: MAX_PRODUCT_IMAGES - 3 })
  })

  it('describes the result in the words of how the files were added', () => {
    expect(uploadToast('picked', 3, 1)).toEqual({
      title: 'Upload Complete',
      description: '3 images uploaded successfully, 1 failed',
    })
    expect(uploadToast('dropped', 0, 2)).toEqual({
      title: 'Drop Upload Complete',
      description: '0 images uploaded successfully, 2 failed',
      variant: 'destructive',
    })
  })
})
