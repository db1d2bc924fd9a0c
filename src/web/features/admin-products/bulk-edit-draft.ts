import type { BulkEditBody } from '#contracts/bulk-edits'

type Edit = BulkEditBody['edit']

/** A bulk edit as it stands in the form; '' leaves a field of the products as it is. */
export interface BulkEditDraft {
  readonly priceBy: '' | 'percent' | 'amount'
  readonly price: string
  readonly ending: 'none' | '99'
  readonly stockMode: '' | 'set' | 'add'
  readonly stock: string
  readonly category: string
  readonly inStock: string
  readonly isFeatured: string
  readonly isBusinessProduct: string
}

export const EMPTY_BULK_EDIT: BulkEditDraft = {
  priceBy: '',
  price: '',
  ending: 'none',
  stockMode: '',
  stock: '',
  category: '',
  inStock: '',
  isFeatured: '',
  isBusinessProduct: '',
}

export type ReadBulkEdit =
  | { readonly edit: Edit; readonly errors: null }
  | { readonly errors: { readonly price?: string; readonly stock?: string; readonly all?: string } }

const PERCENT = /^[+-]?\d{1,3}(\.\d)?$/
const AMOUNT = /^[+-]?\d{1,6}(\.\d{1,2})?$/
const PIECES = { set: /^\d{1,6}$/, add: /^[+-]?\d{1,6}$/ }

/** What is sent for a draft, or what is wrong with it. */
export function readBulkEdit(draft: BulkEditDraft): ReadBulkEdit {
  const { priceBy, ending, stockMode, category, inStock, isFeatured, isBusinessProduct } = draft
  const [price, stock] = [plain(draft.price), plain(draft.stock)]
  const errors = {
    ...(priceBy === 'percent' && !PERCENT.test(price) && { price: 'Enter a percentage like -5 or 2.5' }),
    ...(priceBy === 'amount' && !AMOUNT.test(price) && { price: 'Enter an amount like -10 or 2.50' }),
    ...(stockMode !== '' && !PIECES[stockMode].test(stock) && { stock: 'Enter a whole number' }),
  }
  if (Object.keys(errors).length > 0) return { errors }
  const edit = {
    ...(priceBy !== '' && { price: { by: priceBy, value: price, ending } }),
    ...(stockMode !== '' && { stock: { mode: stockMode, pieces: Number(stock) } }),
    ...(category !== '' && { category: category as Edit['category'] }),
    ...flag('inStock', inStock),
    ...flag('isFeatured', isFeatured),
    ...flag('isBusinessProduct', isBusinessProduct),
  }
  return Object.keys(edit).length === 0 ? { errors: { all: 'Choose what to change.' } } : { edit, errors: null }
}

/** "−5 %" and "$10" as they are meant. */
function plain(text: string): string {
  return text.replaceAll(/[\s%$]/g, '').replace('\u2212', '-')
}

function flag(name: 'inStock' | 'isFeatured' | 'isBusinessProduct', choice: string): Partial<Edit> {
  return choice === '' ? {} : { [name]: choice === 'yes' }
}
