/**
 * The limits of a cart and an order, and what is said about stock. They are apart from the schemas because the first
 * load of a page goes without zod.
 */

/** Pieces of one product in a cart. */
export const MAX_CART_QUANTITY = 99
/** Products in a cart, and lines of an order. */
export const MAX_ORDER_LINES = 100
/** How many selected orders can be downloaded at once. */
export const MOST_SELECTED_ORDERS = 200
/** At this stock and below, the shop shows how many are left. */
export const FEW_LEFT = 5
