import { Heart, LogOut, PackageSearch, UserRound } from 'lucide-react'
import { useEffect } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '../../lib/paths.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { CartIcon } from '../../ui/cart-icon.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { dismissForScreen } from '../../ui/toast-queue.ts'
import { ColorBar } from './brand.tsx'
import type { Visitor } from './visitor.ts'
import { ariaCurrent, HELP_LINKS, NAV_LINKS, TRACK_LINK } from './nav-links.ts'

interface MobileMenuProps {
  readonly visitor: Visitor
  readonly pathname: string
  readonly onClose: () => void
}

const rowClass = 'flex min-h-12 items-center gap-3 rounded px-3 no-underline hover:bg-wash'

/**
 * The header's links as a drawer, for small screens (specification 1, section 2). It leads to another screen: a toast
 * about this one that has been seen would only hide links.
 */
export function MobileMenu({ visitor, pathname, onClose }: MobileMenuProps) {
  useEffect(() => dismissForScreen(pathname), [pathname])
  return (
    <Dialog onClose={onClose} title="Menu" side="left">
      <nav aria-label="Menu" className="-mx-3">
        <ul className="grid">
          {NAV_LINKS.map(({ label, to }) => (
            <li key={to}>
              <Link
                to={to}
                onClick={onClose}
                aria-current={ariaCurrent(pathname, to)}
                className="flex min-h-13 items-center px-3 font-display text-2xl font-bold tracking-[-0.02em] no-underline hover:bg-wash aria-[current]:border-l-4 aria-[current]:border-yellow"
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
        <ul className="mt-4 grid border-t border-line pt-4">
          <li>
            <Link to={TRACK_LINK.to} onClick={onClose} className={rowClass}>
              <PackageSearch aria-hidden="true" className="size-5" />
              {TRACK_LINK.label}
            </Link>
          </li>
          <li>
            <Link to={paths.wishlist()} onClick={onClose} className={rowClass}>
              <Heart aria-hidden="true" className="size-5" />
              Wishlist
            </Link>
          </li>
          <li>
            <Link to={paths.cart()} onClick={onClose} className={rowClass}>
              <CartIcon className="size-5" />
              Cart
            </Link>
          </li>
          {visitor.name !== null && (
            <li>
              <Link to={paths.account()} onClick={onClose} className={rowClass}>
                <UserRound aria-hidden="true" className="size-5" />
                {visitor.name}
              </Link>
            </li>
          )}
        </ul>
        <h3 className="mt-4 border-t border-line px-3 pt-5 pb-1 text-lg">Help</h3>
        <ul className="grid grid-cols-2 large-letters:grid-cols-1">
          {HELP_LINKS.filter((link) => link !== TRACK_LINK).map(({ label, to }) => (
            <li key={to}>
              <Link to={to} onClick={onClose} className={rowClass}>
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="mt-auto grid gap-2 pt-8">
        {visitor.name === null ? (
          <>
            <ButtonLink to={paths.signup()} onClick={onClose}>
              Sign Up
            </ButtonLink>
            <ButtonLink to={paths.login()} onClick={onClose} variant="quiet">
              Sign In
            </ButtonLink>
          </>
        ) : (
          <Button variant="quiet" aria-disabled={visitor.isSigningOut} onClick={visitor.onSignOut}>
            <LogOut aria-hidden="true" className="size-5" />
            {visitor.isSigningOut ? 'Signing out...' : 'Logout'}
          </Button>
        )}
        <ColorBar className="mt-6" />
      </div>
    </Dialog>
  )
}
