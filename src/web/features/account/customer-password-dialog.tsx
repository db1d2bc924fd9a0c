import { Link } from 'react-router-dom'
import { paths } from '../../lib/paths.ts'
import { ChangePasswordDialog } from '../../ui/form/change-password-dialog.tsx'

const loadSchema = () => import('#contracts/account').then(({ PasswordBody }) => PasswordBody)

/** A customer changes the password; a code by mail helps who has forgotten it. */
export function CustomerPasswordDialog({ email, onClose }: { readonly email: string; readonly onClose: () => void }) {
  return (
    <ChangePasswordDialog
      email={email}
      path="/api/user/password"
      schema={loadSchema}
      description="Other browsers that are signed in to your account are signed out."
      done="Your password has been changed successfully."
      onClose={onClose}
      forgotten={
        <p className="-mt-3 flex">
          <Link
            to={paths.loginCode()}
            state={{ returnTo: paths.account({ tab: 'settings' }) }}
            className="text-link inline-flex min-h-11 items-center text-sm font-semibold"
          >
            Forgot your password?
          </Link>
        </p>
      }
    />
  )
}
