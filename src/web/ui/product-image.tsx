import { useRef, useEffect, useState, type ComponentProps } from 'react'
import { pictureFiles } from '#contracts/pictures'
import { productImagePath } from '../lib/image-path.ts'
import { classNames } from '../lib/class-names.ts'

interface ProductImageProps extends Omit<ComponentProps<'img'>, 'src' | 'srcSet' | 'alt' | 'width'> {
  readonly src: string
  readonly alt: string
  /** The address of a drawing that is shown where there is no picture; '' for none. */
  readonly standIn?: string
  /** How wide it is shown, in CSS pixels: decides which of its files is loaded. */
  readonly width?: number
  /** The first picture that people see: loaded at once and first. */
  readonly isPriority?: boolean
}

/** In CSS pixels: below it, the drawing alone says that there is no picture. */
const WIDTH_FOR_WORDS = 120

/** A picture 4:3 on the lit sheet, with "No Image" when it cannot be shown (specification 1, section 2). */
export function ProductImage({
  src,
  alt,
  standIn = '',
  isPriority = false,
  className,
  width = 400,
  height = 300,
  ...props
}: ProductImageProps) {
  const path = productImagePath(src)
  const files = pictureFiles(path)
  const [failedPath, setFailedPath] = useState<string | null>(null)
  const image = useRef<HTMLImageElement>(null)

  // A picture of the server's HTML may have failed before hydration, when nothing listened to its error event.
  useEffect(() => {
    // One that is there has a width; a drawing without a size of its own has none and must be decoded to tell.
    if (image.current?.complete === true && image.current.naturalWidth === 0)
      image.current.decode().catch(() => setFailedPath(path))
  }, [path])

  if (path === '' || failedPath === path) {
    return <NoImage alt={alt} standIn={standIn} isLarge={width >= WIDTH_FOR_WORDS} className={className} />
  }
  const loading = props.loading ?? (isPriority ? 'eager' : 'lazy')
  return (
    <img
      {...(files.length > 1 && {
        srcSet: files.map((file) => `${file.path} ${file.width}w`).join(', '),
        // A browser that lays the page out before it loads the picture knows better how wide it is.
        sizes: `${loading === 'lazy' ? 'auto, ' : ''}min(${width}px, 100vw)`,
      })}
      {...props}
      ref={image}
      src={path}
      alt={alt}
      width={width}
      height={height}
      loading={loading}
      decoding="async"
      {...(isPriority && { fetchPriority: 'high' as const })}
      onError={() => setFailedPath(path)}
      className={classNames('aspect-[4/3] h-auto w-full object-contain', className)}
    />
  )
}

interface NoImageProps {
  readonly alt: string
  readonly standIn: string
  /** Whether there is room for words. */
  readonly isLarge: boolean
  readonly className: string | undefined
}

/** "No Image", on a pale drawing of such a product where there is one. */
function NoImage({ alt, standIn, isLarge, className }: NoImageProps) {
  return (
    <span
      role="img"
      aria-label={alt === '' ? 'No Image' : `${alt}: No Image`}
      className={classNames('relative grid aspect-[4/3] place-items-center text-sm text-soft-on-lit', className)}
    >
      {standIn !== '' && (
        <img
          src={standIn}
          alt=""
          loading="lazy"
          className="absolute inset-0 size-full object-contain opacity-35 grayscale"
        />
      )}
      {(isLarge || standIn === '') && (
        <span aria-hidden="true" className={standIn === '' ? '' : 'relative self-end text-xs'}>
          No Image
        </span>
      )}
    </span>
  )
}
