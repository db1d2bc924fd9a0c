/**
 * The limits of a cart, an order and files, and what is said about stock. They are apart from the schemas because the
 * first load of a page goes without zod.
 */

/** Pieces of one product in a cart. */
export const MAX_CART_QUANTITY = 99
/** Products in a cart, and lines of an order. */
export const MAX_ORDER_LINES = 100
/** Products of a wishlist that the account keeps; a longer list stays in its browser alone. */
export const MAX_SAVED_WISHLIST = 200
/** How many selected orders can be downloaded at once. */
export const MAX_SELECTED_ORDERS = 200
/** At this stock and below, the shop shows how many are left. */
export const FEW_LEFT = 5
/** Bytes of a price list. */
export const MAX_IMPORT_BYTES = 50 * 1024 * 1024
/** Bytes of a picture that is uploaded (specification 2, sections 5 and 9). */
export const MAX_PICTURE_BYTES = 10 * 1024 * 1024
/** Pictures of a product. */
export const MAX_PRODUCT_IMAGES = 20
/** Specifications of a product, or lines of their text. */
export const MAX_PRODUCT_SPECIFICATIONS = 200
