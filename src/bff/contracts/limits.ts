/**
 * The limits of a cart and an order. They are apart from the schemas because the first load of a page goes without zod.
 */

/** Pieces of one product in a cart. */
export const MAX_CART_QUANTITY = 99
/** Products in a cart, and lines of an order. */
export const MAX_ORDER_LINES = 100
