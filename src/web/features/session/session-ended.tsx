import { Link } from 'react-router-dom'
import { paths } from '../../lib/paths.ts'
import { signedIn } from '../../lib/session.ts'
import { Cover } from '../../ui/cover.tsx'
import { AccountFrame } from './account-frame.tsx'
import { SignInForm } from './sign-in-form.tsx'

/** Sign-in over what was open when the session ended. */
export function SessionEnded() {
  return (
    <Cover title="Sign In">
      <AccountFrame title="Sign In" lead="Your session has ended. Sign in again to go on where you were.">
        <SignInForm onSignedIn={signedIn} linkState={null} />
        <p className="text-center text-sm text-soft">
          What you were typing is kept until you are back.{' '}
          <Link to={paths.home()} className="underline">
            Leave without it
          </Link>
        </p>
      </AccountFrame>
    </Cover>
  )
}
