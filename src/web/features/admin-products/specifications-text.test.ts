import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findJsonError } from './json-error.ts'
import { readSpecifications, specificationsText } from './specifications-text.ts'

describe('the specifications of the product form', () => {
  it('are read as JSON', () => {
    expect(readSpecifications('{"Speed": "38 ppm", "Trays": 2, "Duplex": true}')).toEqual({
      ok: true,
      value: { Speed: '38 ppm', Trays: '2', Duplex: 'true' },
    })
  })

  it('are read as lines of key and value, too', () => {
    expect(readSpecifications('Speed: 38 ppm\n\nPort: USB: 2.0')).toEqual({
      ok: true,
      value: { Speed: '38 ppm', Port: 'USB: 2.0' },
    })
  })

  it('may be left out', () => expect(readSpecifications(' \n ')).toEqual({ ok: true, value: {} }))

  it.each([
    ['{"Speed": "38 ppm",\n "Trays" 2}', 'This is not valid JSON: line 2, column 10: a colon is expected.'],
    ['{"Speed": "38 ppm"', 'This is not valid JSON: line 1, column 19: the closing } is missing.'],
    ["{'Speed': 1}", 'This is not valid JSON: line 1, column 2: a name in double quotes is expected.'],
    ['{"a": 1,}', 'This is not valid JSON: line 1, column 9: a name in double quotes is expected.'],
    ['{"a": }', 'This is not valid JSON: line 1, column 7: a value is expected instead of }.'],
    ['["a"]', 'The JSON must be an object with names and values, such as {"Speed": "38 ppm"}.'],
    ['{"a": {"b": 1}}', 'The value of "a" must be a text, a number, true or false.'],
    ['Speed: 1\nquick', 'This is neither JSON nor "Key: Value" lines: line 2 has no colon.'],
  ])('%j are refused with the place of the mistake', (text, message) => {
    expect(readSpecifications(text)).toEqual({ ok: false, message })
  })

  it('survive editing unchanged with any names and values', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.string()), (specifications) => {
        expect(readSpecifications(specificationsText(specifications))).toEqual({
          ok: true,
          value: { ...specifications },
        })
      }),
    )
  })

  it('an error is found exactly when the browser finds one', () => {
    const isJson = (text: string) => {
      try {
        JSON.parse(text)
        return true
      } catch {
        return false
      }
    }
    const nearlyJson = fc
      .tuple(fc.json(), fc.nat(), fc.constantFrom('', ',', '"', '}', '\\', ':', '0'))
      .map(([json, at, mark]) => {
        const place = at % (json.length + 1)
        return json.slice(0, place) + mark + json.slice(place + 1)
      })
    fc.assert(
      fc.property(nearlyJson, (text) => (findJsonError(text) === null) === isJson(text)),
      { numRuns: 2000 },
    )
  })
})
