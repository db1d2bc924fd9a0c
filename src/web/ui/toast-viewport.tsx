import * as Radix from '@radix-ui/react-toast'
import { X } from 'lucide-react'
import { useEffect, useRef, type CSSProperties } from 'react'
import { Link } from 'react-router-dom'
import { classNames } from '../lib/class-names.ts'
import { buttonClass, iconButtonClass } from './button.tsx'
import { dismissToast, noteRendered, TOAST_RULES, useToasts, type ShownToast } from './toast-queue.ts'
import { useFocusKeeper } from './use-focus-keeper.ts'
import { useOutOfWay, type Stand } from './use-out-of-way.ts'
import type { Place } from './least-cover.ts'

/** Radix provides the behavior: timers that pause on hover and focus, swipe, hotkey, announcements. */
export function ToastViewport() {
  const toasts = useToasts()
  const viewport = useRef<HTMLOListElement>(null)
  const { isAside, moved, head, foot } = useOutOfWay(viewport, placesOf)
  // Here and not where they are asked for: this script may come later than they. What closes them for the next screen
  // runs in a component around this one, and so after it.
  useEffect(() => noteRendered(toasts), [toasts])
  // It comes with this script, which every page fetches when it is idle, before its connection can be lost.
  useFocusKeeper()
  return (
    <Radix.Provider
      duration={TOAST_RULES.durationMs}
      swipeDirection={TOAST_RULES.swipeDirection}
      swipeThreshold={TOAST_RULES.swipeThresholdPx}
    >
      {toasts.map(({ id, title, description, variant = 'default', action, durationMs, isOpen }) => (
        <Radix.Root
          key={id}
          open={isOpen}
          onOpenChange={(open) => {
            if (!open) dismissToast(id)
          }}
          type="foreground"
          {...(durationMs !== undefined && { duration: durationMs })}
          data-variant={variant}
          className={classNames(
            'pointer-events-auto relative flex w-full items-start gap-3 rounded border border-ink bg-sheet py-4 pr-2 pl-5 text-ink',
            'before:absolute before:inset-y-0 before:left-0 before:w-1.5',
            variant === 'destructive' ? 'before:bg-magenta' : 'before:bg-cyan',
            'data-[state=open]:motion-safe:animate-[paper-feed_180ms_ease-out] data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)',
            'data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform data-[swipe=end]:animate-[slide-to-right_150ms_ease-in]',
          )}
        >
          <div
            className={classNames(
              'grid min-w-0 flex-1 gap-1 py-0.5 [overflow-wrap:anywhere]',
              isBesideTitle(action) && 'phone:grid-cols-[minmax(0,1fr)_auto] phone:items-center',
            )}
          >
            <Radix.Title className={classNames('font-bold', variant === 'destructive' && 'text-magenta')}>
              {title}
            </Radix.Title>
            {description !== undefined && (
              // It goes below the button to close as well, where there is little room.
              <Radix.Description className="text-[0.9375rem] text-soft phone:col-span-full phone:-mr-12">
                {description}
              </Radix.Description>
            )}
            {action !== undefined && (
              <Radix.Action asChild altText={`${action.label}: ${action.to}`}>
                <Link
                  to={action.to}
                  className={buttonClass(
                    { variant: 'quiet', size: 'small' },
                    classNames(
                      'mt-2 justify-self-start',
                      isBesideTitle(action) && 'phone:col-start-2 phone:row-start-1 phone:mt-0',
                    ),
                  )}
                >
                  {action.label}
                </Link>
              </Radix.Action>
            )}
          </div>
          <Radix.Close aria-label="Close" className={classNames(iconButtonClass, '-my-1')}>
            <X aria-hidden="true" className="size-4.5" />
          </Radix.Close>
        </Radix.Root>
      ))}
      <Radix.Viewport
        hotkey={[TOAST_RULES.hotkey]}
        ref={viewport}
        style={{ translate: `0 ${moved}px`, '--head': `${head}px`, '--foot': `${foot}px` } as CSSProperties}
        // On phones below the header, where nothing is pressed; else above what stands at the foot of the window.
        className={classNames(
          'pointer-events-none fixed z-60 flex w-full max-w-[420px] flex-col gap-2 p-4',
          isAside ? 'bottom-(--foot) left-0' : 'right-0 max-sm:top-(--head) sm:bottom-(--foot)',
        )}
      />
    </Radix.Provider>
  )
}

const SMALL = '(width < 40rem)'

/** The space around a toast, as `p-4`: nothing is hidden there. */
const SPACE_PX = 16

/** Where toasts may stand in this window: the classes of the viewport, in pixels. */
function placesOf(
  { width, height }: { readonly width: number; readonly height: number },
  taken: Pick<Stand, 'head' | 'foot'>,
): readonly [Place, Place] {
  const page = document.documentElement.clientWidth
  const standing = (left: number, top: number, farthest: number): Place => ({
    box: {
      left: left + SPACE_PX,
      right: left + width - SPACE_PX,
      top: top + SPACE_PX,
      bottom: top + height - SPACE_PX,
    },
    farthest,
  })
  const foot = window.innerHeight - taken.foot - height
  // Half of the space around a toast may go beyond the window's edge, where nothing else is left.
  const room = Math.max(0, foot + SPACE_PX / 2)
  // Over the header too: in the window of a phone that lies on its side there is no room between it and what was pressed.
  const usual = window.matchMedia(SMALL).matches
    ? standing(page - width, taken.head, Math.max(0, foot - taken.head))
    : standing(page - width, foot, -room)
  return [usual, standing(0, foot, -room)]
}

/** "View cart" finds room beside a title on the smallest phone, and a question does not. */
const MAX_LETTERS_BESIDE_TITLE = 12

/** Whether an action stands beside the title where there is little room, so that the toast covers less. */
function isBesideTitle(action: ShownToast['action']): boolean {
  return action !== undefined && action.label.length <= MAX_LETTERS_BESIDE_TITLE
}
