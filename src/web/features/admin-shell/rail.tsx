import { ExternalLink, LogOut, MonitorX, PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { SITE_NAME } from '#contracts/screens'
import { classNames } from '../../lib/class-names.ts'
import { paths } from '../../lib/paths.ts'
import { storedAtom, useStored } from '../../lib/storage.ts'
import { usePageMark } from '../../lib/use-page-mark.ts'
import { BrandMark } from '../../ui/brand-mark.tsx'
import { RoomTabs, type RoomCount, type RoomEntry } from './room-tabs.tsx'

/** Whether somebody chose a narrow rail; null until then: the width of the window decides. */
const railChoice = storedAtom<boolean | null>('staff-rail-narrow', null, (stored) =>
  typeof stored === 'boolean' ? stored : null,
)
const TOO_SMALL_FOR_WORDS = '(width < 75rem)'

interface RailProps {
  readonly rooms: readonly RoomEntry[]
  readonly counts: Readonly<Partial<Record<string, RoomCount>>>
  readonly current: string | null
  readonly onLogOut: () => void
  readonly onLogOutEverywhere: () => void
  readonly isLoggingOutEverywhere: boolean
  /** Stands below the name: the way to find or do anything. */
  readonly children?: (isNarrow: boolean) => ReactNode
}

/** The frame of the back office: the way to each room and out of it. On a phone a bar at the top and one at the foot. */
export function Rail({
  rooms,
  counts,
  current,
  onLogOut,
  onLogOutEverywhere,
  isLoggingOutEverywhere,
  children,
}: RailProps) {
  usePageMark('staff-rail')
  const [chosen, setChosen] = useStored(railChoice)
  const isSmall = useMedia(TOO_SMALL_FOR_WORDS)
  const isNarrow = chosen ?? isSmall
  const item = (className?: string) =>
    classNames(
      'flex min-h-10 items-center gap-3 rounded px-3 text-sm text-soft no-underline hover:bg-wash hover:text-ink max-md:size-11 max-md:justify-center max-md:px-0',
      isNarrow && 'md:justify-center md:px-0',
      className,
    )
  const everywhere = isLoggingOutEverywhere ? 'Signing out...' : 'Sign out everywhere'
  const words = classNames('max-md:sr-only', isNarrow && 'md:sr-only')
  return (
    <nav
      aria-label="Back office"
      data-print="hide"
      className={classNames(
        'z-20 bg-sheet max-md:sticky max-md:top-0 max-md:flex max-md:items-center max-md:gap-1 max-md:border-b max-md:border-line max-md:px-3 max-md:py-1.5',
        'md:sticky md:top-0 md:flex md:h-dvh md:flex-col md:gap-3 md:overflow-y-auto md:border-r md:border-line md:py-4 md:pr-3 md:pl-4 md:[scrollbar-width:thin]',
        isNarrow ? 'md:w-19' : 'md:w-67',
      )}
    >
      <i
        aria-hidden="true"
        className="pointer-events-none fixed inset-y-0 left-0 z-10 grid w-1 grid-rows-4 max-md:hidden"
      >
        <b className="bg-process-cyan" />
        <b className="bg-process-magenta" />
        <b className="bg-process-yellow" />
        <b className="bg-ink" />
      </i>
      <Link
        to={paths.admin()}
        className={classNames(
          'flex min-h-11 items-center gap-2.5 text-ink no-underline max-md:mr-auto md:px-2',
          isNarrow && 'md:justify-center md:px-0',
        )}
      >
        <BrandMark />
        <span className={classNames('grid leading-none large-letters:sr-only', isNarrow && 'md:sr-only')}>
          <span className="font-display text-lg font-bold tracking-[-0.03em]">{SITE_NAME}</span>
          <span className="text-xs text-soft">Back office</span>
        </span>
      </Link>
      {children?.(isNarrow)}
      <RoomTabs rooms={rooms} counts={counts} current={current} isNarrow={isNarrow} />
      <div className="flex md:mt-auto md:flex-col md:gap-0.5">
        <button
          type="button"
          aria-pressed={isNarrow}
          data-tooltip={isNarrow ? 'Narrow rail' : undefined}
          onClick={() => setChosen(!isNarrow)}
          className={item('max-md:hidden')}
        >
          {isNarrow ? (
            <PanelLeftOpen aria-hidden="true" className="size-4.5 shrink-0" />
          ) : (
            <PanelLeftClose aria-hidden="true" className="size-4.5 shrink-0" />
          )}
          <span className={words}>Narrow rail</span>
        </button>
        <Link to={paths.home()} data-tooltip={isNarrow ? 'See the shop' : undefined} className={item()}>
          <ExternalLink aria-hidden="true" className="size-4.5 shrink-0" />
          <span className={words}>See the shop</span>
        </Link>
        <button
          type="button"
          data-tooltip={isNarrow ? everywhere : undefined}
          aria-disabled={isLoggingOutEverywhere}
          onClick={onLogOutEverywhere}
          className={item('max-md:hidden aria-disabled:text-edge')}
        >
          <MonitorX aria-hidden="true" className="size-4.5 shrink-0" />
          <span className={words}>{everywhere}</span>
        </button>
        <button type="button" data-tooltip={isNarrow ? 'Logout' : undefined} onClick={onLogOut} className={item()}>
          <LogOut aria-hidden="true" className="size-4.5 shrink-0" />
          <span className={words}>Logout</span>
        </button>
      </div>
    </nav>
  )
}

/** Whether a media query holds, as it changes. */
function useMedia(query: string): boolean {
  const [holds, setHolds] = useState(() => window.matchMedia(query).matches)
  useEffect(() => {
    const media = window.matchMedia(query)
    const note = () => setHolds(media.matches)
    media.addEventListener('change', note)
    return () => media.removeEventListener('change', note)
  }, [query])
  return holds
}
