import { Link } from 'react-router-dom'
import { CodeSignIn } from '../../features/session/code-sign-in.tsx'
import { useReturnPath } from '../../features/session/use-return-path.ts'
import { Head } from '../../lib/head.tsx'
import { paths } from '../../lib/paths.ts'
import { signedIn } from '../../lib/session.ts'
import { useLinkToken } from '../../lib/use-link-token.ts'

/** Sign-in by a code from a mail, for those who forgot their password. */
export default function LoginCodePage() {
  const { leave, linkState } = useReturnPath()
  const { token } = useLinkToken('login-code')
  return (
    <>
      <Head title="Forgot Your Password?" description="Sign in with a code that we email you." noindex />
      <CodeSignIn
        linkToken={token}
        onVerified={signedIn}
        onDone={async () => leave()}
        back={
          <Link to={paths.login()} state={linkState} className="text-link font-semibold">
            Sign in with your password
          </Link>
        }
      />
    </>
  )
}
