import { ChevronLeft, ChevronRight, ZoomIn, ZoomOut } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState, type PointerEvent } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { IconButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ProductImage } from '../../ui/product-image.tsx'

const DOUBLE_TAP_MS = 300
/** How far a finger or a mouse may stray during a press, in CSS pixels. */
const STEADY_PX = 8

interface PictureViewerProps {
  readonly name: string
  readonly pictures: readonly string[]
  readonly chosen: number
  readonly onChoose: (index: number) => void
  readonly onClose: () => void
}

/** A place on the picture, as shares of its width and height. */
interface Place {
  readonly x: number
  readonly y: number
}

const MIDDLE: Place = { x: 0.5, y: 0.5 }

/**
 * A product's pictures over the whole window. A click, a double tap, the button, + and − make one larger where it was
 * pressed; two fingers zoom as in every page. Enlarged, it is moved by scrolling or dragging; arrow keys change the
 * picture while it is whole.
 */
export function PictureViewer({ name, pictures, chosen, onChoose, onClose }: PictureViewerProps) {
  const [enlargedAt, setEnlargedAt] = useState<Place | null>(null)
  const area = useRef<HTMLDivElement>(null)
  const isLarge = enlargedAt !== null

  useLayoutEffect(() => {
    const box = area.current
    if (box === null || enlargedAt === null) return
    box.scrollLeft = enlargedAt.x * box.scrollWidth - box.clientWidth / 2
    box.scrollTop = enlargedAt.y * box.scrollHeight - box.clientHeight / 2
  }, [enlargedAt])

  function show(step: 1 | -1): void {
    setEnlargedAt(null)
    onChoose((chosen + step + pictures.length) % pictures.length)
  }

  // The whole dialog listens: the focus may be on its button to close.
  useEffect(() => {
    function onKeyDown({ key }: KeyboardEvent): void {
      if (key === '+' || key === '=') setEnlargedAt((place) => place ?? MIDDLE)
      else if (key === '-') setEnlargedAt(null)
      else if (key === 'ArrowRight' && !isLarge) show(1)
      else if (key === 'ArrowLeft' && !isLarge) show(-1)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  })

  const press = usePress((place) => setEnlargedAt(isLarge ? null : place))
  return (
    <Dialog onClose={onClose} title={name} side="all" className="sm:p-6">
      <div className="flex min-h-0 flex-1 flex-col gap-3">
        {/* The keyboard moves an enlarged picture once it is in the focus. */}
        <div
          ref={area}
          {...(isLarge && { tabIndex: 0, role: 'region', 'aria-label': 'Enlarged picture' })}
          className={classNames(
            'lit-sheet grid min-h-0 flex-1 touch-manipulation overflow-auto overscroll-contain rounded border border-line select-none',
            isLarge ? 'cursor-zoom-out' : 'cursor-zoom-in',
          )}
          {...press}
        >
          <div
            data-picture=""
            className={classNames(
              'm-auto',
              isLarge ? 'w-[250%] sm:w-[200%]' : 'w-[min(100%,calc((100dvh-12rem)*4/3))]',
            )}
          >
            <ProductImage
              key={chosen}
              src={pictures[chosen] ?? ''}
              alt={pictures.length > 1 ? `View ${chosen + 1} of ${pictures.length}` : name}
              width={1600}
              height={1200}
              loading="eager"
              draggable={false}
            />
          </div>
        </div>
        <div className="flex flex-wrap items-center justify-center gap-2">
          {pictures.length > 1 && (
            <IconButton label="Previous picture" onClick={() => show(-1)}>
              <ChevronLeft aria-hidden="true" className="size-6" />
            </IconButton>
          )}
          {pictures.length > 1 && (
            <p aria-live="polite" className="min-w-16 text-center">
              {chosen + 1} of {pictures.length}
            </p>
          )}
          {pictures.length > 1 && (
            <IconButton label="Next picture" onClick={() => show(1)}>
              <ChevronRight aria-hidden="true" className="size-6" />
            </IconButton>
          )}
          <IconButton
            label={isLarge ? 'Show the whole picture' : 'Enlarge'}
            onClick={() => setEnlargedAt(isLarge ? null : MIDDLE)}
          >
            {isLarge ? (
              <ZoomOut aria-hidden="true" className="size-6" />
            ) : (
              <ZoomIn aria-hidden="true" className="size-6" />
            )}
          </IconButton>
        </div>
      </div>
    </Dialog>
  )
}

/**
 * A click, or a double tap, at a place on the picture; the mouse that drags it is no click.
 * @returns what listens on the area around the picture
 */
function usePress(onPress: (place: Place) => void) {
  const start = useRef<Place>(MIDDLE)
  const lastTap = useRef(Number.NEGATIVE_INFINITY)

  function onPointerDown(event: PointerEvent): void {
    start.current = { x: event.clientX, y: event.clientY }
  }

  function onPointerMove(event: PointerEvent<HTMLElement>): void {
    if (event.pointerType !== 'mouse' || event.buttons !== 1) return
    event.currentTarget.scrollBy(-event.movementX, -event.movementY)
  }

  function onPointerUp(event: PointerEvent<HTMLElement>): void {
    const { x, y } = start.current
    if (event.button !== 0 || Math.hypot(event.clientX - x, event.clientY - y) > STEADY_PX) return
    if (event.pointerType !== 'mouse') {
      const isSecond = event.timeStamp - lastTap.current < DOUBLE_TAP_MS
      lastTap.current = isSecond ? Number.NEGATIVE_INFINITY : event.timeStamp
      if (!isSecond) return
    }
    const box = event.currentTarget.querySelector('[data-picture]')?.getBoundingClientRect()
    if (box !== undefined) onPress({ x: (event.clientX - box.x) / box.width, y: (event.clientY - box.y) / box.height })
  }

  return { onPointerDown, onPointerMove, onPointerUp }
}
