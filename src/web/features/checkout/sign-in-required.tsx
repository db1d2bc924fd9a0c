import { LockKeyhole } from 'lucide-react'
import { paths } from '../../lib/paths.ts'
import { ButtonLink } from '../../ui/button.tsx'

/** What anonymous visitors see of the checkout; signing in leads back to it (specification 1, section 2). */
export function SignInRequired() {
  const state = { returnTo: paths.checkout() }
  return (
    <div className="crop-marks mx-auto grid max-w-xl justify-items-center gap-5 sheet px-5 py-12 text-center sm:px-12 sm:py-16">
      <span className="grid size-16 place-items-center rounded-full bg-yellow-wash">
        <LockKeyhole aria-hidden="true" className="size-7" />
      </span>
      <h1 tabIndex={-1} className="text-4xl">
        Sign In Required
      </h1>
      <p className="max-w-[38ch] text-lg text-balance text-soft">
        Please sign in or create an account to complete your order. Your cart is kept.
      </p>
      <div className="mt-2 grid w-full max-w-xs gap-3">
        <ButtonLink to={paths.login()} state={state} size="large">
          Sign In
        </ButtonLink>
        <ButtonLink to={paths.signup()} state={state} variant="quiet" size="large">
          Create Account
        </ButtonLink>
        <ButtonLink to={paths.cart()} variant="ghost">
          Back to Cart
        </ButtonLink>
      </div>
    </div>
  )
}
