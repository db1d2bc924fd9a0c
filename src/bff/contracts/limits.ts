/** What a cart and an order hold at most; apart from the contracts, so that the first load of a page needs no zod for it. */

/** Pieces of one product in a cart, on the product's page as in the cart itself. */
export const MAX_CART_QUANTITY = 99
/** Products in a cart, and lines of an order. */
export const MAX_ORDER_LINES = 100
