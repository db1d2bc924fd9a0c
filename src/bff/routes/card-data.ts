import type { preValidationHookHandler } from 'fastify'
import { hasCardNumber } from '#contracts/card-numbers'
import { AppError } from '#platform/errors/errors'

/** Names of card fields in lower case, without dashes and underscores. */
const CARD_KEYS = new Set(['cardnumber', 'cvv', 'cvc', 'cvv2', 'expirydate', 'pan'])

/**
 * The free text that is stored with an order or a return. Session ids contain a time and email addresses may contain any
 * number, so they are not checked.
 */
const FREE_TEXT = ['customerName', 'customerPhone', 'shippingAddress', 'billingAddress', 'note'] as const

class CardDataNotAccepted extends AppError {
  constructor() {
    super(
      'invalid',
      'CARD_DATA_NOT_ACCEPTED',
      'Card details are never sent to the shop. Nothing was stored; please remove them and try again.',
    )
  }
}

/**
 * The hook of a route whose body must be without card data: without a key for it at any depth, and without a card number
 * in a name, address, phone or note. The value is neither stored nor logged. The contracts refuse a card number in the
 * texts of every other route, beside its field; this refuses also what a client sends in fields that they do not know.
 */
export const refuseCardData: preValidationHookHandler = ({ body }, _reply, next) => {
  checkNoCardData(body)
  next()
}

/** @throws CardDataNotAccepted when there is card data in a body */
export function checkNoCardData(body: unknown): void {
  if (typeof body !== 'object' || body === null) return
  if (hasCardKey(body)) throw new CardDataNotAccepted()
  const record = body as Record<string, unknown>
  if (FREE_TEXT.some((name) => stringsIn(record[name]).some(hasCardNumber))) throw new CardDataNotAccepted()
}

function hasCardKey(value: object): boolean {
  return Object.entries(value).some(
    ([key, inner]) =>
      CARD_KEYS.has(key.toLowerCase().replaceAll(/[-_ ]/g, '')) ||
      (typeof inner === 'object' && inner !== null && hasCardKey(inner)),
  )
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : []
}
