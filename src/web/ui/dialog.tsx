import * as Radix from '@radix-ui/react-dialog'
import { useEffect, useEffectEvent, useRef, type ReactNode, type RefObject } from 'react'
import { X } from 'lucide-react'
import { classNames } from '../lib/class-names.ts'
import { usePageMark } from '../lib/use-page-mark.ts'
import { iconButtonClass } from './button.tsx'
import { entranceTo, rememberRow } from './rows.ts'
import { topDialog } from './top-dialog.ts'

interface DialogProps {
  /** By default for as long as it is mounted. */
  readonly open?: boolean
  readonly onClose: () => void
  readonly title: ReactNode
  readonly hideTitle?: boolean
  readonly description?: ReactNode
  /** center: a sheet in the middle; left and right: a drawer over the whole height; all: the whole window. */
  readonly side?: 'center' | 'left' | 'right' | 'all' | 'bottom'
  readonly className?: string
  /** What has the focus first; by default the first control. */
  readonly focusFirst?: RefObject<HTMLElement | null>
  /** What of a list it shows, when it can go on to another row: the focus then goes back to that row (`data-opens`). */
  readonly opened?: string | undefined
  /** Beside the button that closes it. */
  readonly tools?: ReactNode
  readonly children: ReactNode
}

const places = {
  center:
    'inset-x-4 top-1/2 mx-auto max-h-[calc(100dvh-2rem)] max-w-xl -translate-y-1/2 rounded border motion-safe:animate-[fade-in_150ms_ease-out]',
  bottom: 'inset-x-0 bottom-0 max-h-[92dvh] rounded-t-lg border-t motion-safe:animate-[fade-in_150ms_ease-out]',
  left: 'inset-y-0 left-0 w-[min(22rem,calc(100vw-3rem))] border-r motion-safe:animate-[slide-from-left_200ms_ease-out]',
  right:
    'inset-y-0 right-0 w-[min(26rem,calc(100vw-3rem))] border-l motion-safe:animate-[slide-from-right_200ms_ease-out]',
  all: 'inset-0 motion-safe:animate-[fade-in_150ms_ease-out]',
}

/**
 * Gives the focus back to what opened the dialog, unless it went elsewhere on purpose (to a new page's heading, for
 * one); when something else was opened from within it, to what would have opened that; when the opener is gone, to the
 * row that took its place in a list, or to the page's content.
 */
function useOpener(opened: string | undefined) {
  const opener = useRef<HTMLElement | null>(null)
  const openedFirst = useRef(opened)
  const row = useRef<() => boolean>(() => false)
  return {
    remember() {
      openedFirst.current = opened
      row.current = rememberRow(document.activeElement)
      opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
    },
    giveBack(event: Event) {
      event.preventDefault()
      if (document.activeElement !== null && document.activeElement !== document.body) return
      const isAnother = opened !== undefined && opened !== openedFirst.current
      const goal = (isAnother ? entranceTo(opened) : undefined) ?? opener.current
      if (goal?.isConnected === true && goal !== document.body) goal.focus({ preventScroll: !isAnother })
      else if (!row.current()) document.querySelector('main')?.focus({ preventScroll: true })
    },
  }
}

/** Whether nothing lies over a dialog. */
function isOnTop(dialog: HTMLElement | null): boolean {
  return dialog !== null && topDialog() === dialog
}

/**
 * Radix gives Escape to the newest layer alone, which is a toast while one is shown. The dialog on top closes too, so
 * that nobody presses twice after a message.
 */
function useEscape(content: RefObject<HTMLElement | null>, onEscape: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented && isOnTop(content.current)) onEscape()
  })
  useEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

/** A modal dialog: keeps the focus, closes by Escape, by its button and by a press outside, gives the focus back. */
export function Dialog({
  open = true,
  onClose,
  title,
  hideTitle = false,
  description,
  side = 'center',
  className,
  focusFirst,
  opened,
  tools,
  children,
}: DialogProps) {
  const opener = useOpener(opened)
  const content = useRef<HTMLDivElement>(null)
  useEscape(content, onClose)
  usePageMark('dialog', open)
  usePageMark('full-dialog', open && side === 'all')
  return (
    <Radix.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Radix.Portal>
        {/*
         * Radix's own overlay holds the page still by a style that every element inherits, as the body's does (shared.css).
         * On the level of the dialogs, so that it also dims the one from which this was opened.
         */}
        <div className="pointer-events-auto fixed inset-0 z-50 touch-none bg-scrim motion-safe:animate-[fade-in_150ms_ease-out]" />
        <Radix.Content
          ref={content}
          onOpenAutoFocus={(event) => {
            opener.remember()
            if (focusFirst === undefined) return
            event.preventDefault()
            focusFirst.current?.focus()
          }}
          onCloseAutoFocus={opener.giveBack}
          onEscapeKeyDown={(event) => {
            // Radix takes this for the newest layer until the effects of what lies over it have run.
            if (!isOnTop(content.current)) event.preventDefault()
          }}
          {...(description === undefined && { 'aria-describedby': undefined })}
          className={classNames(
            'fixed z-50 flex flex-col scroll-py-12 overflow-y-auto overscroll-contain border-line bg-paper p-5 sm:p-6',
            places[side],
            className,
          )}
        >
          <div
            className={classNames(
              'flex items-start justify-between gap-4 large-letters:flex-col-reverse large-letters:items-stretch large-letters:gap-1',
              !hideTitle && 'mb-4',
              // Several buttons would leave the title half of a phone.
              tools !== undefined && !hideTitle && 'max-sm:flex-col-reverse max-sm:items-stretch max-sm:gap-1',
            )}
          >
            <div className="grid min-w-0 gap-2 wrap-anywhere">
              <Radix.Title className={hideTitle ? 'sr-only' : 'text-2xl'}>{title}</Radix.Title>
              {description !== undefined && <Radix.Description className="text-soft">{description}</Radix.Description>}
            </div>
            <div className="-mt-2 -mr-2 flex shrink-0 flex-wrap justify-end">
              {tools}
              <Radix.Close className={iconButtonClass} aria-label="Close">
                <X aria-hidden="true" className="size-5" />
              </Radix.Close>
            </div>
          </div>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
