import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/**
 * Words that the specification fixes and that no other test reads where they are shown, because they come after a press,
 * a failure or a wait (specification 1 and 2, sections 2 and 8).
 */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  'app/pages/products-page.tsx': ['Failed to load products. Please try again.'],
  'app/pages/printers-page.tsx': ['Failed to fetch printers'],
  'app/pages/photo-printers-page.tsx': ['Failed to fetch photo printers'],
  'app/pages/home/most-selling-printers.tsx': ['Failed to fetch products'],
  'app/pages/admin/products-panel.tsx': ['Failed to fetch products'],
  'app/pages/admin/orders-panel.tsx': ['Failed to fetch orders'],
  'app/pages/wishlist-page.tsx': ['Your wishlist is empty', 'Browse Products'],
  'features/help/resource-links.ts': ['Video Tutorials', 'Driver Downloads', 'User Manuals', 'Warranty Information'],
  'features/account/settings-panel.tsx': ['Contact Support'],
  'features/account/edit-profile-dialog.tsx': [
    'Your profile has been updated successfully.',
    'Update Failed',
    'Failed to update profile',
  ],
  'features/account/customer-password-dialog.tsx': ['Your password has been changed successfully.'],
  'ui/form/change-password-dialog.tsx': ['Password Changed', 'Password Change Failed', 'Failed to change password'],
  'features/checkout/checkout-form.tsx': ['Billing Address', 'Payment Method', 'Processing...'],
  'features/checkout/use-checkout.ts': ['Check the form for any missing or invalid information.'],
  'features/session/sign-in-form.tsx': [
    'Signing in...',
    'Welcome back to Superprinter!',
    'Login failed',
    'Invalid email or password',
    'Something went wrong. Please try again.',
  ],
  'features/session/sign-up-form.tsx': [
    'Creating Account...',
    'Account created successfully!',
    'Signup failed',
    'Failed to create account',
    'Email already registered',
    'This email is already in use. Try signing in instead or use a different email.',
    'Something went wrong. Please try again.',
  ],
  'features/tracking/track-result.tsx': ['Current Status'],
  'features/cart/cart-summary.tsx': ['more for free shipping!'],
}

test.each(Object.entries(WORDS))('%s says what the specification fixes, word for word', (file, words) => {
  const source = readFileSync(join(import.meta.dirname, file), 'utf8')
  const texts = new Set(source.split(/["'<>{}\n]/).map((text) => text.trim()))
  expect(words.filter((each) => !texts.has(each))).toEqual([])
})
