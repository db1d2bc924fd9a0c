import { LockKeyhole } from 'lucide-react'
import { paths } from '../../lib/paths.ts'
import { ButtonLink } from '../../ui/button.tsx'

interface AccessDeniedProps {
  /** Where the visitor goes after signing in. */
  readonly returnTo: string
}

/** What visitors see of the account while they are not signed in (specification 2, section 2). */
export function AccessDenied({ returnTo }: AccessDeniedProps) {
  return (
    <div className="crop-marks mx-auto grid max-w-xl justify-items-center gap-5 sheet px-5 py-12 text-center sm:px-12 sm:py-16">
      <span className="grid size-16 place-items-center rounded-full bg-yellow-wash">
        <LockKeyhole aria-hidden="true" className="size-7" />
      </span>
      <h1 tabIndex={-1} className="text-4xl">
        Access Denied
      </h1>
      <p className="max-w-[38ch] text-lg text-balance text-soft">
        Please sign in to see your account. We are taking you there.
      </p>
      <ButtonLink to={paths.login()} state={{ returnTo }} size="large" className="mt-2 w-full max-w-xs">
        Sign In
      </ButtonLink>
    </div>
  )
}
