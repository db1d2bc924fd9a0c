import type { ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'

interface PageTitleProps {
  readonly title: ReactNode
  readonly lead?: ReactNode
  /** Above the title, small: what kind of page this is. */
  readonly kicker?: string
  /** Address of a drawing at the right. */
  readonly drawing?: string
  /** plain: for texts to be read; halftone: for pages that receive people. */
  readonly ground?: 'plain' | 'halftone' | 'ink'
  readonly children?: ReactNode
}

const grounds = {
  plain: 'border-b border-line',
  halftone: 'halftone crop-marks border-b border-line',
  ink: 'bg-ink text-paper [--soft:var(--edge)]',
}

/** The head of a page: its one h1, what it is about, ways on. */
export function PageTitle({ title, lead, kicker, drawing, ground = 'plain', children }: PageTitleProps) {
  return (
    <div className={classNames('overflow-hidden', grounds[ground])}>
      <div
        className={classNames(
          'wrap grid items-center gap-x-12 gap-y-8',
          ground === 'plain' ? 'pt-9 pb-8 sm:pt-14 sm:pb-11' : 'py-11 sm:py-16',
          drawing !== undefined && 'md:grid-cols-[1.5fr_1fr]',
        )}
      >
        <div>
          {kicker !== undefined && (
            <p
              className={classNames(
                'mb-3 text-xs font-semibold tracking-[0.07em] uppercase',
                ground === 'ink' ? 'opacity-80' : 'text-soft',
              )}
            >
              {kicker}
            </p>
          )}
          <h1 tabIndex={-1} className="max-w-[20ch] text-title leading-[1.02] font-extrabold">
            {title}
          </h1>
          {lead !== undefined && (
            <div
              className={classNames(
                'mt-4 max-w-[58ch] text-lg text-balance',
                ground === 'ink' ? 'opacity-85' : 'text-soft',
              )}
            >
              {lead}
            </div>
          )}
          {children !== undefined && <div className="mt-6 flex flex-wrap gap-3">{children}</div>}
        </div>
        {drawing !== undefined && (
          <div className="max-md:hidden dark:lit-sheet dark:rounded dark:p-4">
            <img
              src={drawing}
              alt=""
              width={480}
              height={360}
              className="mx-auto aspect-[4/3] h-auto w-full max-w-96 object-contain"
            />
          </div>
        )}
      </div>
    </div>
  )
}
