import { describe, expect, test } from 'vitest'
import { readStyle } from '../../../scripts/read-style.ts'
import { criticalStyle, type StylePiece } from './critical-style.ts'

/** As the build keeps a stylesheet and a start reads it. */
const styleOf = (sheet: string) => criticalStyle(JSON.parse(JSON.stringify(readStyle(sheet))) as readonly StylePiece[])
const from = (sheet: string, html: string) => styleOf(sheet)([html])
const page = (classes: string) => `<main><p class="${classes}">Paper</p></main>`

describe('what a page takes of the stylesheet', () => {
  test('is its own, however many pages came before', () => {
    const ownStyle = styleOf(Array.from({ length: 200 }, (_, index) => `.c${index}{top:${index}px}`).join(''))
    for (const round of [1, 2]) {
      for (let index = 0; index < 200; index++)
        expect(ownStyle([page(`c${index}`)]), `round ${round}`).toBe(`.c${index}{top:${index}px}`)
    }
  })

  test('the rules whose classes it has, in their order, and all that name no class', () => {
    const sheet = 'p{margin:0}.red{color:red}.blue{color:blue}.red .deep{color:maroon}:root{--a:1px}'
    expect(from(sheet, page('red'))).toBe('p{margin:0}.red{color:red}:root{--a:1px}')
    expect(from(sheet, page('deep red'))).toContain('.red .deep{color:maroon}')
    expect(from(sheet, '')).toBe('p{margin:0}:root{--a:1px}')
  })

  test('a rule of several selectors when it has one of them', () => {
    const sheet = '.one,.two:is(.a,.b){color:red}'
    expect(from(sheet, page('one'))).toBe(sheet)
    expect(from(sheet, page('two'))).toBe('')
    expect(from(sheet, page('two a b'))).toBe(sheet)
  })

  test('names with escaped characters, and names that HTML escapes', () => {
    const sheet = String.raw`.mt-0\.5{margin:1px}.\[\&\>svg\]\:a>svg{fill:red}.w-1\/2{width:50%}`
    expect(from(sheet, page('mt-0.5'))).toBe(String.raw`.mt-0\.5{margin:1px}`)
    expect(from(sheet, page('[&amp;&gt;svg]:a'))).toBe(String.raw`.\[\&\>svg\]\:a>svg{fill:red}`)
    expect(from(sheet, page('w-1/2'))).toBe(String.raw`.w-1\/2{width:50%}`)
  })

  test('groups with what it needs of them; a layer without anything keeps its place', () => {
    const sheet = '@layer base{.a{color:red}}@layer later;@media (width>=40rem){.a{top:0}.b{top:1px}}'
    expect(from(sheet, page('a'))).toBe('@layer base{.a{color:red}}@layer later;@media (width>=40rem){.a{top:0}}')
    expect(from(sheet, page('c'))).toBe('@layer base;@layer later;')
  })

  test('animations and registered properties that its rules use', () => {
    const sheet =
      '.a{animation:1s feed}.b{animation:1s spin;top:var(--turn)}@keyframes feed{0%{top:0}}@keyframes spin{to{top:1px}}@property --turn{syntax:"*";inherits:false}'
    expect(from(sheet, page('a'))).toBe('.a{animation:1s feed}@keyframes feed{0%{top:0}}')
    expect(from(sheet, page('b'))).not.toContain('feed')
    expect(from(sheet, page('b'))).toContain('@property --turn')
  })

  test('not what only paper, a pointer, or a press shows', () => {
    const sheet =
      '@media print{p{color:#000}}@media (hover:hover){.a{top:0}}.a:hover,.a:focus-visible{top:1px}.a{top:2px}'
    expect(from(sheet, page('a'))).toBe('.a{top:2px}')
  })

  test('is not led astray by braces in strings, comments, and brackets', () => {
    const sheet = '/*! tool v4.1 */.a:before{content:"}{;";top:0}.b[title="{"]{top:1px}.c{background:url(data:a;b,{})}'
    expect(from(sheet, page('a'))).toBe('.a:before{content:"}{;";top:0}')
    expect(from(sheet, page('b'))).toBe('.b[title="{"]{top:1px}')
    expect(from(sheet, page('c'))).toBe('.c{background:url(data:a;b,{})}')
  })
})
