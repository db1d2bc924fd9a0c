import { expect, it } from 'vitest'
import { HttpRefusal } from '../../http/http-refusal.ts'
import { nameToShow, nothingStored, refusedHeader, TOO_LARGE } from './refused-pictures.ts'

const refused = (fileName: string, code = 'IMAGE_INVALID') => ({ fileName, code, message: 'This is no picture.' })

it('the header of refused pictures can be read again, whatever letters their names have', () => {
  const list = [refused('100 % größer.jpg'), refused('プリンター.png')]
  const header = refusedHeader(list)
  expect(header).toMatch(/^[\x20-\x7e]+$/)
  expect(JSON.parse(decodeURIComponent(header))).toEqual(list)
})

it('the header of ten pictures stays small enough for a proxy, and keeps the ends of their names', () => {
  const header = refusedHeader(Array.from({ length: 10 }, (_, n) => refused(`${'プ'.repeat(70)}${n}.png`)))
  expect(header.length).toBeLessThanOrEqual(3000)
  const names = (JSON.parse(decodeURIComponent(header)) as { fileName: string }[]).map(({ fileName }) => fileName)
  expect(names[7]).toMatch(/^….*7\.png$/u)
})

it('a name is shown without folders and letters that nobody sees', () => {
  expect(nameToShow('C:\\pictures\\a\u202egpj.exe')).toBe('agpj.exe')
  expect(nameToShow('../x/front\n.jpg')).toBe('front.jpg')
  expect(nameToShow()).toBe('')
})

it('an upload of which nothing was stored says why', () => {
  expect(nothingStored([])).toMatchObject({ code: 'FILE_MISSING' })
  expect(nothingStored([refused('a.png', TOO_LARGE)])).toBeInstanceOf(HttpRefusal)
  expect(nothingStored([refused('a.png', TOO_LARGE), refused('b.png')])).toMatchObject({
    kind: 'invalid',
    code: TOO_LARGE,
    details: { refused: [{ fileName: 'a.png' }, { fileName: 'b.png' }] },
  })
})
