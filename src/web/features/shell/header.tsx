import { memo, useDeferredValue, useEffect, useRef, useState, type ReactNode } from 'react'
import { LogOut, Menu, Search, UserRound, X } from 'lucide-react'
import { Link, useLocation } from 'react-router-dom'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { paths } from '../../lib/paths.ts'
import { classNames } from '../../lib/class-names.ts'
import { usePageMark } from '../../lib/use-page-mark.ts'
import { whenIdle } from '../../lib/when-idle.ts'
import { IconButton } from '../../ui/button.tsx'
import { Brand, ColorBar } from './brand.tsx'
import { ariaCurrent, NAV_LINKS } from './nav-links.ts'
import type { Visitor } from './visitor.ts'

const MobileMenu = lazyDialog(() => import('./mobile-menu.tsx').then((module) => module.MobileMenu))
/** Where the links stand in the menu. */
const SMALL_SCREEN = '(width < 48rem)'

interface HeaderProps {
  readonly visitor: Visitor
  /** The search form; on phones it opens below the header. */
  readonly search: ReactNode
  /** The links to what the visitor has kept: wishlist and cart. */
  readonly kept: ReactNode
}

/** The header of every page (specification 1, section 2). Rendered again only for what it shows: it is on every page. */
export const Header = memo(function Header({ visitor, search, kept }: HeaderProps) {
  const { pathname, key } = useLocation()
  const [isMenuOpen, setMenuOpen] = useState(false)
  // The button answers the press, and the menu comes right after that is painted.
  const isMenuRendered = useDeferredValue(isMenuOpen)
  const [isSearchOpen, setSearchOpen] = useState(false)
  const searchPlace = useRef<HTMLDivElement>(null)
  const searchButton = useRef<HTMLButtonElement>(null)
  usePageMark('open-search', isSearchOpen)

  // A new page begins with both closed.
  const [shownKey, setShownKey] = useState(key)
  if (key !== shownKey) {
    setShownKey(key)
    setMenuOpen(false)
    setSearchOpen(false)
  }

  // A press on a phone comes without a pointer that is near it first.
  useEffect(() => whenIdle(() => window.matchMedia(SMALL_SCREEN).matches && MobileMenu.preload()), [])

  useEffect(() => {
    if (!isSearchOpen) return
    searchPlace.current?.querySelector('input')?.focus()
    const closeByEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      setSearchOpen(false)
      searchButton.current?.focus()
    }
    window.addEventListener('keydown', closeByEscape)
    return () => window.removeEventListener('keydown', closeByEscape)
  }, [isSearchOpen])

  return (
    <header data-print="hide" className="top-0 z-20 border-b border-line bg-paper tall:sticky">
      <ColorBar />
      <div className="wrap flex items-center sm:gap-x-2 md:flex-wrap md:pt-1 xl:flex-nowrap xl:gap-x-5 xl:pt-0">
        <IconButton
          label="Menu"
          aria-haspopup="dialog"
          aria-expanded={isMenuOpen}
          onPointerEnter={MobileMenu.preload}
          onClick={() => setMenuOpen(true)}
          className="tap-room -ml-2.5 aria-expanded:bg-wash max-[23rem]:size-10 md:hidden"
        >
          <Menu aria-hidden="true" className="size-6" />
        </IconButton>
        <Brand className="my-2 mr-auto md:mr-0 xl:my-3.5" />

        <MainLinks pathname={pathname} />

        <IconButton
          ref={searchButton}
          label={isSearchOpen ? 'Close search' : 'Search'}
          aria-expanded={isSearchOpen}
          aria-controls="site-search"
          onClick={() => setSearchOpen((isOpen) => !isOpen)}
          className="tap-room max-[23rem]:size-10 md:hidden"
        >
          {isSearchOpen ? (
            <X aria-hidden="true" className="size-5.5" />
          ) : (
            <Search aria-hidden="true" className="size-5.5" />
          )}
        </IconButton>
        <div
          id="site-search"
          ref={searchPlace}
          className={classNames(
            'md:static md:mr-1 md:ml-4 md:block md:min-w-0 md:flex-1 md:border-0 md:p-0 xl:ml-auto xl:max-w-[22rem]',
            isSearchOpen ? 'absolute inset-x-0 top-full border-b border-line bg-paper px-4 py-3' : 'hidden',
          )}
        >
          {search}
        </div>

        <VisitorPlace visitor={visitor} />
        <div className="-mr-2.5 flex items-center">{kept}</div>
      </div>
      {isMenuOpen && isMenuRendered && (
        <MobileMenu visitor={visitor} pathname={pathname} onClose={() => setMenuOpen(false)} />
      )}
    </header>
  )
})

/** Not rendered again when the menu or the search opens. */
const MainLinks = memo(function MainLinks({ pathname }: { readonly pathname: string }) {
  return (
    <nav aria-label="Main" className="hidden md:order-last md:block md:w-full xl:order-none xl:w-auto">
      <ul className="-ml-3 flex gap-x-1 xl:ml-1">
        {NAV_LINKS.map(({ label, to }) => (
          <li key={to}>
            <Link
              to={to}
              aria-current={ariaCurrent(pathname, to)}
              className="block border-b-[3px] border-transparent px-3 pt-2 pb-2 text-[0.9375rem] whitespace-nowrap text-ink no-underline transition-colors hover:border-line aria-[current]:border-yellow xl:mt-[3px]"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
})

/** Sign In and Sign Up, or the customer's name and Logout; as wide in every case, so that nothing moves. */
const VisitorPlace = memo(function VisitorPlace({ visitor }: { readonly visitor: Visitor }) {
  const { isLoading, name, onSignOut, isSigningOut } = visitor
  return (
    <div className="hidden w-44 min-[90rem]:w-48 shrink-0 items-center justify-end gap-1 text-[0.9375rem] md:flex">
      {name === null ? (
        <div className={classNames('flex items-center gap-1', isLoading && 'invisible')}>
          <Link
            to={paths.login()}
            className="inline-flex min-h-11 items-center rounded px-3 whitespace-nowrap no-underline hover:bg-wash"
          >
            Sign In
          </Link>
          <Link
            to={paths.signup()}
            className="tap-room inline-flex min-h-9 items-center rounded border border-ink px-3 font-semibold whitespace-nowrap no-underline transition-colors hover:bg-ink hover:text-paper"
          >
            Sign Up
          </Link>
        </div>
      ) : (
        <>
          <Link
            to={paths.account()}
            className="inline-flex min-h-11 min-w-0 items-center gap-2 rounded px-2 no-underline hover:bg-wash"
          >
            <UserRound aria-hidden="true" className="size-5 shrink-0" strokeWidth={1.8} />
            <span className="truncate">{name}</span>
          </Link>
          <IconButton
            label={isSigningOut ? 'Signing out...' : 'Logout'}
            aria-disabled={isSigningOut}
            onClick={onSignOut}
          >
            <LogOut aria-hidden="true" className="size-5" strokeWidth={1.8} />
          </IconButton>
        </>
      )}
    </div>
  )
})
