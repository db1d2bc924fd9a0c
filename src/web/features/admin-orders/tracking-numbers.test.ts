import { describe, expect, it } from 'vitest'
import { readTrackingNumbers } from './tracking-numbers.ts'

const read = (text: string) => {
  const { byOrder, unread } = readTrackingNumbers(text, [100_001, 100_002, 100_003])
  return [[...byOrder], unread]
}

describe('pasted tracking numbers', () => {
  it.each(['100002 1Z 999\n#100001\tFX-7', '100002,1Z 999\r\n\r\n 100001;FX-7 ', '#100002: 1Z 999\n100001: FX-7'])(
    'go to the orders that %j names',
    (text) => {
      expect(read(text)).toEqual([
        [
          [100_002, '1Z 999'],
          [100_001, 'FX-7'],
        ],
        [],
      ])
    },
  )

  it('are read without the marks that are copied with them', () => {
    expect(read('\u202a100002\u202c\t\u202d1Z999\u202c')).toEqual([[[100_002, '1Z999']], []])
  })

  it('alone go to the orders in the order of the selection', () => {
    expect(read('1Z999\n9400 1000 2000')).toEqual([
      [
        [100_001, '1Z999'],
        [100_002, '9400 1000 2000'],
      ],
      [],
    ])
  })

  it('that fit no order, come twice or are too long are named, and nothing is guessed', () => {
    const long = 'x'.repeat(61)
    expect(read(`100001 A\n100009 B\n100001 C\nD\n100003 ${long}`)).toEqual([
      [[100_001, 'A']],
      ['100009 B', '100001 C', 'D', `100003 ${long}`],
    ])
    expect(read('A\nB\nC\nD')).toMatchObject([expect.anything(), ['D']])
    expect(read(' \n ')).toEqual([[], []])
  })
})
