import { describe, expect, it } from 'vitest'
import { SupplierBody, SupplierForm } from './suppliers.ts'

const supplier = { name: 'Quire Wholesale', key: 'sku', rounding: 'cent', whenLeft: 'keep' } as const
const form = (rule: 'none' | 'cost' | 'list', percent: string) => SupplierForm.safeParse({ ...supplier, rule, percent })

describe('the price rule of a supplier, as it is typed', () => {
  it.each([
    ['25', 25],
    [' 12.5 ', 12.5],
    ['12,5', 12.5],
    ['0', 0],
    ['900', 900],
  ])('takes %j', (typed, percent) => {
    const { name, key, whenLeft } = supplier
    expect(form('cost', typed).data).toEqual({
      name,
      key,
      whenLeft,
      priceRule: { base: 'cost', percent, rounding: 'cent' },
    })
  })

  it.each([
    ['cost', '', 'Enter a percentage'],
    ['cost', 'a lot', 'Enter a percentage'],
    ['cost', '12.55', 'Use at most one decimal place'],
    ['cost', '-1', 'Enter a percentage from 0 to 900'],
    ['cost', '900.1', 'Enter a percentage from 0 to 900'],
    ['list', '100', 'A discount is less than 100 percent'],
  ] as const)('refuses on %s %j: %s', (rule, typed, message) => {
    expect(form(rule, typed).error?.issues).toMatchObject([{ path: ['percent'], message }])
  })

  it('is none without one, whatever is typed beside it', () => {
    expect(form('none', 'a lot').data?.priceRule).toBeNull()
  })

  it('may come without its last digits of a computer’s sum', () => {
    const priceRule = { base: 'cost', percent: 0.1 + 0.2, rounding: 'cent' }
    expect(SupplierBody.safeParse({ ...supplier, priceRule }).success).toBe(true)
  })
})
