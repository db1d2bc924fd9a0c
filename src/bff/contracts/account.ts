import { z } from 'zod'
import { email, IsoTime, line, optionalLine, paragraph } from './common.ts'
import { MAX_CART_QUANTITY, MAX_ORDER_LINES, MAX_SAVED_WISHLIST } from './limits.ts'
import { Address, OrderAddress } from './orders.ts'

/** PUT /api/user/profile (specification 2, sections 5 and 7). */
export const ProfileBody = z.object({
  /** Needed when the email address is another one. */
  currentPassword: z
    .string()
    .max(256, 'Use at most 256 characters')
    .nullish()
    .transform((text) => text || null),
  firstName: line({ min: 2, message: 'First name must be at least 2 characters' }),
  lastName: line({ min: 2, message: 'Last name must be at least 2 characters' }),
  email: email('Invalid email address'),
  phone: line({ min: 10, max: 30, message: 'Phone number is required and must be at least 10 digits' }),
})
export type ProfileBody = z.input<typeof ProfileBody>

const NewPassword = z.object({
  newPassword: z
    .string('New password must be at least 8 characters')
    .min(8, 'New password must be at least 8 characters')
    .max(256, 'Use at most 256 characters'),
  confirmPassword: z.string('Please confirm your password').min(1, 'Please confirm your password'),
})
const isConfirmed = (form: z.infer<typeof NewPassword>) => form.newPassword === form.confirmPassword
const NOT_CONFIRMED = { message: "Passwords don't match", path: ['confirmPassword'] }

/** PUT /api/user/password/new: without the old password, after a sign-in by code. */
export const NewPasswordBody = NewPassword.refine(isConfirmed, NOT_CONFIRMED)
export type NewPasswordBody = z.infer<typeof NewPasswordBody>

/** PUT /api/user/password; signs out every other session of the customer. */
export const PasswordBody = z
  .object({
    currentPassword: z
      .string('Current password is required')
      .min(1, 'Current password is required')
      .max(256, 'Use at most 256 characters'),
    ...NewPassword.shape,
  })
  .refine(isConfirmed, NOT_CONFIRMED)
export type PasswordBody = z.infer<typeof PasswordBody>

export const Done = z.object({ message: z.string() })

/** POST /api/verify-email/decline: what somebody else used the address for. */
export const DeclinedEmail = z.object({ declined: z.enum(['account', 'new-address']) })
export type DeclinedEmail = z.infer<typeof DeclinedEmail>

/** POST and PUT /api/user/addresses[/{id}]. The first address of a customer automatically becomes the default. */
export const SavedAddressBody = Address.extend({
  type: z.enum(['shipping', 'billing']).default('shipping'),
  company: optionalLine(),
  phone: optionalLine(30),
  isDefault: z.boolean().default(false),
})
/** A stored address. It is not validated again, because rules may have changed since it was saved. */
export const SavedAddress = OrderAddress.extend({
  id: z.string(),
  type: z.enum(['shipping', 'billing']),
  company: z.string().nullable(),
  phone: z.string().nullable(),
  isDefault: z.boolean(),
  createdAt: IsoTime,
  updatedAt: IsoTime,
})
export type SavedAddress = z.output<typeof SavedAddress>
export const SavedAddressList = z.array(SavedAddress)

/**
 * Counts the saves of a list. A save brings the one that it was made upon, and gets 409 SAVED_LIST_CHANGED when there is
 * another one by now; without it (pages of an earlier release) it replaces whatever is there.
 */
const listVersion = z.int().min(0).optional()

/**
 * GET and PUT /api/user/cart, PUT /api/user/cart/merge: the customer's saved cart. Merging keeps the larger quantity of
 * each product, up to 99.
 */
export const SavedCart = z.object({
  items: z
    .array(z.object({ productId: z.int().positive(), quantity: z.int().min(1).max(MAX_CART_QUANTITY) }))
    .max(MAX_ORDER_LINES, `A cart takes at most ${MAX_ORDER_LINES} products`),
  version: listVersion,
})
export type SavedCart = z.infer<typeof SavedCart>

/** GET and PUT /api/user/wishlist, PUT /api/user/wishlist/merge (the union of both). */
export const SavedWishlist = z.object({
  productIds: z
    .array(z.int().positive())
    .max(MAX_SAVED_WISHLIST, `A wishlist takes at most ${MAX_SAVED_WISHLIST} products`),
  version: listVersion,
})
export type SavedWishlist = z.infer<typeof SavedWishlist>

/** POST /api/products/{id}/reviews: once per customer and product, after delivery. */
export const ReviewBody = z.object({
  rating: z.int('Choose 1 to 5 stars').min(1, 'Choose 1 to 5 stars').max(5, 'Choose 1 to 5 stars'),
  customerTitle: optionalLine(60),
  comment: paragraph({ min: 10, max: 2000, message: 'Write at least 10 characters' }),
})
export type ReviewBody = z.infer<typeof ReviewBody>

/** GET /api/user/reviewable: products that the customer received and has not reviewed yet. */
export const ReviewableList = z.array(
  z.object({ productId: z.int(), productName: z.string(), image: z.string(), orderId: z.int() }),
)
