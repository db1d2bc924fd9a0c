import { ArrowLeft, ArrowRight, Trash2 } from 'lucide-react'
import { useState, type ComponentProps } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { ProductImage } from '../../ui/product-image.tsx'

interface ImageTileProps {
  readonly picture: string
  readonly position: number
  readonly count: number
  readonly isMain: boolean
  readonly onMain: () => void
  readonly onMove: (by: -1 | 1) => void
  readonly onRemove: () => void
  /** Another picture was dropped on this one. */
  readonly onDropped: (picture: string) => void
}

/** Pictures of a product under the pointer; files that are dragged are of another kind. */
const DRAGGED = 'application/x-product-picture'

/** One picture of a product with what can be done to it. */
export function ImageTile({ picture, position, count, isMain, onMain, onMove, onRemove, onDropped }: ImageTileProps) {
  const name = `image ${position} of ${count}`
  const [isTarget, setTarget] = useState(false)
  return (
    // Dragging is one of two ways: the keyboard has the buttons below.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      data-picture={picture}
      draggable={count > 1}
      onDragStart={(event) => {
        event.dataTransfer.setData(DRAGGED, picture)
        event.dataTransfer.effectAllowed = 'move'
      }}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes(DRAGGED)) return
        event.preventDefault()
        setTarget(true)
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setTarget(false)
      }}
      onDrop={(event) => {
        const dropped = event.dataTransfer.getData(DRAGGED)
        setTarget(false)
        if (dropped === '') return
        event.preventDefault()
        if (dropped !== picture) onDropped(dropped)
      }}
      className={classNames(
        'grid content-between overflow-hidden rounded border-2 bg-sheet',
        isMain ? 'border-ink' : 'border-line',
        count > 1 && 'cursor-grab active:cursor-grabbing',
        isTarget && 'outline-3 outline-offset-2 outline-cyan',
      )}
    >
      <div className="lit-sheet relative p-2">
        <ProductImage
          src={picture}
          alt={`${isMain ? 'Main image' : 'Image'}, ${position} of ${count}`}
          width={200}
          height={150}
        />
      </div>
      <div className="grid gap-px border-t border-line bg-line">
        <button
          type="button"
          aria-pressed={isMain}
          aria-label={isMain ? `Main image: ${name}` : `Make main: ${name}`}
          onClick={onMain}
          className={classNames(
            'min-h-9 text-sm font-semibold transition-colors focus-visible:-outline-offset-3 pointer-coarse:min-h-11',
            isMain ? 'bg-ink text-paper' : 'bg-sheet hover:bg-wash',
          )}
        >
          {isMain ? 'Main image' : 'Make main'}
        </button>
        <div className="grid grid-cols-3 gap-px">
          <Act
            data-act="earlier"
            aria-label={`Move ${name} earlier`}
            disabled={position === 1}
            onClick={() => onMove(-1)}
          >
            <ArrowLeft aria-hidden="true" className="size-4" />
          </Act>
          <Act
            data-act="later"
            aria-label={`Move ${name} later`}
            disabled={position === count}
            onClick={() => onMove(1)}
          >
            <ArrowRight aria-hidden="true" className="size-4" />
          </Act>
          <Act data-act="remove" aria-label={`Remove ${name}`} onClick={onRemove} className="hover:text-magenta">
            <Trash2 aria-hidden="true" className="size-4" />
          </Act>
        </div>
      </div>
    </li>
  )
}

function Act({ className, ...props }: ComponentProps<'button'>) {
  return (
    <button
      {...props}
      type="button"
      className={classNames(
        'grid min-h-9 place-items-center bg-sheet transition-colors focus-visible:-outline-offset-3 enabled:hover:bg-wash disabled:cursor-not-allowed disabled:text-edge pointer-coarse:min-h-11',
        className,
      )}
    />
  )
}
