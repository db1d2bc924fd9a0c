import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { MAX_PRODUCT_IMAGES } from '#contracts/limits'
import { Button, IconButton } from '../../ui/button.tsx'
import { DropZone } from '../../ui/drop-zone.tsx'
import { Field, TextInput } from '../../ui/field.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { IMAGE_ACCEPT } from './image-files.ts'
import {
  addPictures,
  choosePicture,
  everyPicture,
  movePicture,
  placePicture,
  readImageAddress,
  removePicture,
  type Pictures,
} from './image-list.ts'
import { useUploads, type Upload } from './use-uploads.ts'
import { ImageTile } from './image-tile.tsx'

interface ImageFieldProps {
  /** Every picture of the product, in order. */
  readonly images: readonly string[]
  /** The main one; '' for none. */
  readonly image: string
  readonly onChange: (images: readonly string[], image: string) => void
}

/** A product's pictures: upload, order, main one (specification 2, sections 5 and 8). */
export function ImageField({ images, image, onChange }: ImageFieldProps) {
  const field = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const [notice, setNotice] = useState('')
  /** An upload ends long after its rendering: it must build upon what is there by then. */
  const now = useRef<Pictures>({ images, image })
  useEffect(() => {
    now.current = { images, image }
  }, [images, image])
  const shown = everyPicture({ images, image })
  const { uploads, send, dismiss } = useUploads({
    shown,
    onUploaded: (url) => apply((pictures) => addPictures(pictures, [url])),
  })

  const failed = uploads.filter(({ problem }) => problem !== null)

  function apply(change: (pictures: Pictures) => Pictures): void {
    now.current = change(now.current)
    onChange(now.current.images, now.current.image)
  }

  /** A moved or removed picture takes the focus with it; it goes on where the hand expects it. */
  function focusLater(position: number, act: string): void {
    requestAnimationFrame(() => {
      const tile = list.current?.children[position]
      const wanted =
        tile?.querySelector<HTMLButtonElement>(`[data-act=${act}]:enabled`) ??
        tile?.querySelector<HTMLButtonElement>('button') ??
        chooseButton()
      wanted?.focus()
    })
  }

  /** What is always there. */
  const chooseButton = () => field.current?.querySelector('button')

  /** A refusal that goes leaves the focus to the next one. */
  function dismissLine(key: Upload['key']): void {
    const position = failed.findIndex((upload) => upload.key === key)
    dismiss(key)
    requestAnimationFrame(() => {
      const left = field.current?.querySelectorAll<HTMLButtonElement>('[aria-label="Not uploaded"] button') ?? []
      const next = left[Math.min(position, left.length - 1)] ?? chooseButton()
      next?.focus()
    })
  }

  function move(picture: string, position: number, by: -1 | 1): void {
    apply((pictures) => movePicture(pictures, picture, by))
    setNotice(`Image is now ${position + by + 1} of ${shown.length}`)
    focusLater(position + by, by === 1 ? 'later' : 'earlier')
  }

  function remove(picture: string, position: number): void {
    apply((pictures) => removePicture(pictures, picture))
    setNotice(`Image removed, ${shown.length - 1} left`)
    focusLater(Math.min(position, shown.length - 2), 'remove')
  }

  return (
    <div ref={field} role="group" aria-label="Images" className="grid gap-3">
      <DropZone
        buttonLabel="Choose images"
        inputLabel="Product images"
        hint="or drop them here: PNG, JPG, GIF or WebP, each up to 10 MB."
        accept={IMAGE_ACCEPT}
        multiple
        disabled={shown.length >= MAX_PRODUCT_IMAGES}
        onFiles={(files, how) => void send(files, how)}
        className="py-6"
      />
      <UploadLines uploads={uploads.filter(({ problem }) => problem === null)} label="Uploads" onDismiss={dismiss} />
      {shown.length > 0 && (
        <ul ref={list} aria-label="Product images" className="grid grid-cols-2 gap-3 sm:grid-cols-4">
          {shown.map((picture, index) => (
            <ImageTile
              key={picture}
              picture={picture}
              position={index + 1}
              count={shown.length}
              isMain={picture === image}
              onMain={() => {
                apply((pictures) => choosePicture(pictures, picture))
                setNotice(`Image ${index + 1} is the main image`)
              }}
              onMove={(by) => move(picture, index, by)}
              onRemove={() => remove(picture, index)}
              onDropped={(moved) => {
                apply((pictures) => placePicture(pictures, moved, picture))
                setNotice(`Image is now ${index + 1} of ${shown.length}`)
              }}
            />
          ))}
        </ul>
      )}
      {/* Below the pictures, so that a long list of refusals hides none of them. */}
      <UploadLines uploads={failed} label="Not uploaded" onDismiss={dismissLine} />
      <AddressLine
        isFull={shown.length >= MAX_PRODUCT_IMAGES}
        isThere={(address) => shown.includes(address)}
        onAdd={(address) => apply((pictures) => addPictures(pictures, [address]))}
      />
      <p role="status" className="sr-only">
        {notice}
      </p>
    </div>
  )
}

function UploadLines({
  uploads,
  label,
  onDismiss,
}: {
  readonly uploads: readonly Upload[]
  readonly label: string
  readonly onDismiss: (key: Upload['key']) => void
}) {
  if (uploads.length === 0) return null
  return (
    <ul aria-label={label} className="grid gap-2">
      {uploads.map((upload) => (
        <UploadLine key={upload.key} upload={upload} onDismiss={() => onDismiss(upload.key)} />
      ))}
    </ul>
  )
}

function UploadLine({
  upload: { name, share, problem },
  onDismiss,
}: {
  readonly upload: Upload
  readonly onDismiss: () => void
}) {
  if (problem !== null) {
    return (
      <li className="flex items-center gap-3 rounded bg-magenta-wash pl-3 text-sm">
        <p role="alert" className="min-w-0 flex-1 py-2 text-magenta [overflow-wrap:anywhere]">
          <b>{name}</b>: {problem}
        </p>
        <IconButton label={`Dismiss ${name}`} onClick={onDismiss}>
          <X aria-hidden="true" className="size-4" />
        </IconButton>
      </li>
    )
  }
  return (
    <li className="grid gap-1.5 sheet px-3 py-2 text-sm sm:grid-cols-[1fr_10rem] sm:items-center sm:gap-4">
      <span className="truncate">{name}</span>
      <ProgressBar label={`Upload of ${name}`} share={share < 1 ? share : null} />
    </li>
  )
}

function AddressLine({
  isFull,
  isThere,
  onAdd,
}: {
  readonly isFull: boolean
  readonly isThere: (address: string) => boolean
  readonly onAdd: (address: string) => void
}) {
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()

  function add(): void {
    const address = readImageAddress(typed)
    if (address === null) return setError('Enter an address that begins with http:// or https://')
    if (isThere(address)) return setError('This image is there already')
    if (isFull) return setError(`A product has at most ${MAX_PRODUCT_IMAGES} images`)
    onAdd(address)
    setTyped('')
    setError(undefined)
  }

  return (
    <div className="flex items-start gap-3">
      <Field label="Image address" optional error={error} className="min-w-0 flex-1">
        <TextInput
          type="url"
          inputMode="url"
          value={typed}
          placeholder="https://"
          maxLength={500}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => {
            setTyped(event.target.value)
            setError(undefined)
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            // The form around it would be sent.
            event.preventDefault()
            add()
          }}
        />
      </Field>
      <Button variant="quiet" disabled={typed.trim() === ''} onClick={add} className="mt-[1.625rem]">
        Add
      </Button>
    </div>
  )
}
