import { memo } from 'react'
import { Link } from 'react-router-dom'
import { SITE_NAME } from '#contracts/screens'
import { Brand, ColorBar } from './brand.tsx'
import { FOOTER_COLUMNS } from './nav-links.ts'

interface FooterProps {
  readonly onCookiePreferences: () => void
  readonly onOptOutOfSale: () => void
}

const smallButtonClass =
  'min-h-8 py-1 text-left underline decoration-1 underline-offset-4 hover:text-cyan hover:decoration-2 pointer-coarse:min-h-11'

/** The footer of every page (specification 1, section 2). */
export const Footer = memo(function Footer({ onCookiePreferences, onOptOutOfSale }: FooterProps) {
  return (
    <footer data-print="hide" className="mt-20 border-t border-line bg-sheet text-[0.9375rem]">
      <p className="halftone border-b border-line py-4 text-center">
        <span className="wrap block font-display text-lg font-bold tracking-[-0.01em]">
          Free shipping on orders over $50
        </span>
      </p>
      <div className="wrap grid grid-cols-2 gap-x-8 gap-y-9 large-letters:grid-cols-1 py-12 sm:grid-cols-4 lg:grid-cols-[1.6fr_1fr_1fr_1fr_1.2fr]">
        <div className="grid content-start gap-4 col-span-full lg:col-span-1">
          <Brand className="justify-self-start" />
          <p className="max-w-[46ch] text-balance text-soft">
            We are an independent authorized dealer, not affiliated with manufacturers. Warranties are honoured by the
            original manufacturers.
          </p>
        </div>
        {FOOTER_COLUMNS.map(({ title, links }) => (
          <nav key={title} aria-label={title}>
            <h2 className="mb-2 text-lg">{title}</h2>
            <ul className="grid">
              {links.map(({ label, to }) => (
                <li key={to}>
                  <Link to={to} className="footer-link">
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
      <div className="border-t border-line">
        <div className="wrap flex flex-wrap items-center justify-between gap-x-8 gap-y-2 py-5 text-sm text-soft">
          <p>© 2025 {SITE_NAME}. All rights reserved.</p>
          <div className="flex flex-wrap gap-x-6 gap-y-1">
            <button type="button" onClick={onCookiePreferences} className={smallButtonClass}>
              Cookie Preferences
            </button>
            <button type="button" onClick={onOptOutOfSale} className={smallButtonClass}>
              Do Not Sell or Share My Personal Information
            </button>
          </div>
        </div>
      </div>
      <ColorBar />
    </footer>
  )
})
