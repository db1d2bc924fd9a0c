import { randomBytes } from 'node:crypto'
import type { Sharp } from 'sharp'
import type { Clock } from '#platform/clock'
import type { Database } from '#platform/database/database'
import { ImageRefused } from '../errors.ts'
import type { ImageRepository, StoredImage } from '../persistence/image.repository.ts'

/** An uploaded picture as it is stored. */
export interface SavedImage {
  /** The largest of its widths; `findImage` knows it. */
  readonly fileName: string
  readonly width: number
  readonly height: number
}

/** In pixels; a smaller picture is never blown up. */
const WIDTHS = [400, 800, 1600] as const
const MOST_PIXELS = 24_000_000
const MOST_SIDE = 16_383
const FORMATS: readonly string[] = ['png', 'jpeg', 'webp', 'gif']
const QUALITY = 82
const NO_IMAGE = 'Use a PNG, JPG, WebP or GIF image.'
const TOO_LARGE = 'This image is too large in pixels; use at most 24 megapixels.'

/**
 * Stores an uploaded picture. It is decoded, whatever its name says, and encoded again as WebP in three widths, so that
 * no metadata and no hidden content is kept. Of an animation it keeps the first picture.
 * @throws ImageRefused
 */
export type SaveImage = (bytes: Buffer) => Promise<SavedImage>

export function createSaveImage(deps: {
  readonly database: Database
  readonly images: ImageRepository
  readonly clock: Clock
}): SaveImage {
  return async function saveImage(bytes) {
    const encoded = await encode(bytes)
    await deps.database.transaction((tx) => deps.images.insertMany(tx, encoded, deps.clock.now()))
    const largest = encoded.at(-1)
    if (largest === undefined) throw new ImageRefused(NO_IMAGE)
    return { fileName: largest.fileName, width: largest.width, height: largest.height }
  }
}

async function encode(bytes: Buffer): Promise<StoredImage[]> {
  if (looksLikeMarkup(bytes)) throw new ImageRefused(NO_IMAGE)
  const source = await read(() => open(bytes))
  const { format, width, height } = await read(() => source.metadata())
  if (format === undefined || !FORMATS.includes(format) || !width || !height) throw new ImageRefused(NO_IMAGE)
  if (width * height > MOST_PIXELS || Math.max(width, height) > MOST_SIDE) throw new ImageRefused(TOO_LARGE)
  const name = randomBytes(12).toString('hex')
  const images: StoredImage[] = []
  for (const wanted of WIDTHS) {
    if (wanted > WIDTHS[0] && (images.at(-1)?.width ?? 0) < previousOf(wanted)) break
    const { data, info } = await read(() =>
      source
        .clone()
        .resize({ width: wanted, height: wanted * 2, fit: 'inside', withoutEnlargement: true })
        .webp({ quality: QUALITY })
        .toBuffer({ resolveWithObject: true }),
    )
    images.push({
      fileName: `${name}-${wanted}.webp`,
      contentType: 'image/webp',
      body: data,
      width: info.width,
      height: info.height,
    })
  }
  return images
}

function previousOf(wanted: number): number {
  return WIDTHS[WIDTHS.findIndex((width) => width === wanted) - 1] ?? 0
}

/** Applies the camera's rotation, because the metadata that contains it is removed. */
async function open(bytes: Buffer): Promise<Sharp> {
  // Loaded with the first upload, because most processes never decode a picture.
  const { default: sharp } = await import('sharp')
  return sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error', pages: 1, sequentialRead: true }).autoOrient()
}

async function read<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw new ImageRefused(error instanceof Error && /pixel limit/i.test(error.message) ? TOO_LARGE : NO_IMAGE)
  }
}

/** SVG files can contain scripts, so they never reach a decoder. */
function looksLikeMarkup(bytes: Buffer): boolean {
  return /^(\uFEFF)?\s*</.test(bytes.subarray(0, 256).toString('utf8'))
}
