import { Link } from 'react-router-dom'
import { SITE_NAME } from '#contracts/screens'
import { paths } from '../../lib/paths.ts'
import { classNames } from '../../lib/class-names.ts'
import { BrandMark } from '../../ui/brand-mark.tsx'

/** The shop's mark and its name. */
export function Brand({ className }: { readonly className?: string }) {
  return (
    <Link
      to={paths.home()}
      aria-label={`${SITE_NAME}, home`}
      className={classNames(
        'inline-flex min-h-11 min-w-0 items-center gap-2 text-ink sm:gap-2.5 no-underline',
        className,
      )}
    >
      <BrandMark />
      <span className="min-w-0 overflow-x-clip text-ellipsis whitespace-nowrap font-display text-[1.375rem] leading-none max-[23rem]:text-[1.125rem] large-letters:hidden sm:text-[1.5rem] font-bold tracking-[-0.03em]">
        {SITE_NAME}
      </span>
    </Link>
  )
}

/** Four colors, one bar: what a press prints at the edge of every sheet. */
export function ColorBar({ className }: { readonly className?: string }) {
  return (
    <div aria-hidden="true" className={classNames('grid h-[5px] grid-cols-4', className)}>
      <i className="bg-process-cyan" />
      <i className="bg-process-magenta" />
      <i className="bg-process-yellow" />
      <i className="bg-ink" />
    </div>
  )
}
