import { randomBytes } from 'node:crypto'
import type { OutputInfo, ResizeOptions, Sharp } from 'sharp'
import type { Clock } from '#platform/time/clock'
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
const MAX_PIXELS = 24_000_000
const MAX_SIDE = 16_383
const FORMATS: readonly string[] = ['png', 'jpeg', 'webp', 'gif']
const QUALITY = 82
const NO_IMAGE = 'Use a PNG, JPG, WebP or GIF image.'
/** What an iPhone saves unless told otherwise; no free decoder reads it (its patents are licensed). */
const IPHONE_PICTURE =
  'iPhone pictures (HEIC) cannot be read. On the iPhone choose Settings, Camera, Formats, Most Compatible; a picture that is there already: open it and export it as JPG.'
const SECONDS_PER_PICTURE = 10
const TOO_SLOW = 'This image took too long to read; save it anew and try again.'
const TOO_LARGE = 'This image is too large in pixels; use at most 24 megapixels.'

/** What one request may have decoded: pictures of a few hundred bytes can have as many pixels as they like. */
export interface PictureBudget {
  /** Takes the pixels of a picture. @returns why it must not be decoded; null when it may */
  take(pixels: number): string | null
}

const PIXELS_PER_REQUEST = 60_000_000
const MS_PER_REQUEST = 30_000

/** 60 megapixels and half a minute. @param now the time in ms, for tests */
export function createPictureBudget(now: () => number = () => performance.now()): PictureBudget {
  const endsAt = now() + MS_PER_REQUEST
  let left = PIXELS_PER_REQUEST
  return {
    take(pixels) {
      if (pixels > left) return 'These images have more than 60 megapixels together; send this one again by itself.'
      if (now() > endsAt) return 'The images before this one took too long; send this one again by itself.'
      left -= pixels
      return null
    },
  }
}

/**
 * Stores an uploaded picture. It is decoded, whatever its name says, and encoded again as WebP in three widths, so that
 * no metadata and no hidden content is kept. Of an animation it keeps the first picture.
 * @param budget of the request that brought it
 * @throws ImageRefused
 */
export type SaveImage = (bytes: Buffer, budget: PictureBudget) => Promise<SavedImage>

export function createSaveImage(deps: {
  readonly database: Database
  readonly images: ImageRepository
  readonly clock: Clock
}): SaveImage {
  return async function saveImage(bytes, budget) {
    const encoded = await encode(bytes, budget)
    await deps.database.transaction((tx) => deps.images.insertMany(tx, encoded, deps.clock.now()))
    const largest = encoded.at(-1)
    if (largest === undefined) throw new ImageRefused(NO_IMAGE)
    return { fileName: largest.fileName, width: largest.width, height: largest.height }
  }
}

/** A decoded picture that is not larger than the largest width that is kept. */
interface Pixels {
  readonly data: Buffer
  readonly info: OutputInfo
}

async function encode(bytes: Buffer, budget: PictureBudget): Promise<StoredImage[]> {
  let pixels = await decode(bytes, budget)
  const name = randomBytes(12).toString('hex')
  const images: StoredImage[] = []
  // Each width is made from the one above it, so that a large picture is decoded and gone through once.
  for (const wanted of widthsOf(pixels.info).toReversed()) {
    pixels = await shrink(pixels, wanted)
    const { data, info } = await encodeWebp(pixels)
    images.unshift({
      fileName: `${name}-${wanted}.webp`,
      contentType: 'image/webp',
      body: data,
      width: info.width,
      height: info.height,
    })
  }
  return images
}

/** The widths in which a picture is kept: none that looks like the one below it, which has all its pixels. */
function widthsOf({ width, height }: OutputInfo): readonly number[] {
  const last = WIDTHS.findIndex((wanted) => fits({ width, height }, wanted))
  return last === -1 ? WIDTHS : WIDTHS.slice(0, last + 1)
}

/** A HEIF file names its brand behind its first box; `mif1` is the general one, which iPhones write, too. */
function isHeic(bytes: Buffer): boolean {
  return /^ftyp(?:hei[cmsx]|hev[cmsx]|mif1|msf1)$/.test(bytes.toString('latin1', 4, 12))
}

/** Reads a picture and applies the camera's rotation, because the metadata that contains it is removed. */
async function decode(bytes: Buffer, budget: PictureBudget): Promise<Pixels> {
  if (isHeic(bytes)) throw new ImageRefused(IPHONE_PICTURE)
  if (looksLikeMarkup(bytes)) throw new ImageRefused(NO_IMAGE)
  // Loaded with the first upload, because most processes never decode a picture.
  const { default: sharp } = await import('sharp')
  const source = await read(() =>
    sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1, sequentialRead: true }),
  )
  const { format, width, height } = await read(() => source.metadata())
  if (format === undefined || !FORMATS.includes(format) || !width || !height) throw new ImageRefused(NO_IMAGE)
  if (width * height > MAX_PIXELS || Math.max(width, height) > MAX_SIDE) throw new ImageRefused(TOO_LARGE)
  const refusal = budget.take(width * height)
  if (refusal !== null) throw new ImageRefused(refusal)
  const largest = WIDTHS[WIDTHS.length - 1] ?? 0
  return read(() =>
    source
      .autoOrient()
      .resize(inside(largest))
      .toColourspace('srgb')
      .timeout({ seconds: SECONDS_PER_PICTURE })
      .raw()
      .toBuffer({ resolveWithObject: true }),
  )
}

async function shrink({ data, info }: Pixels, wanted: number): Promise<Pixels> {
  if (fits(info, wanted)) return { data, info }
  const source = await open({ data, info })
  return source.resize(inside(wanted)).raw().toBuffer({ resolveWithObject: true })
}

async function encodeWebp(pixels: Pixels): Promise<Pixels> {
  return (await open(pixels)).webp({ quality: QUALITY }).toBuffer({ resolveWithObject: true })
}

async function open({ data, info: { width, height, channels } }: Pixels): Promise<Sharp> {
  const { default: sharp } = await import('sharp')
  return sharp(data, { raw: { width, height, channels } })
}

/** Whether a picture has no more pixels than one that `inside` leaves. */
function fits({ width, height }: Pick<OutputInfo, 'width' | 'height'>, wanted: number): boolean {
  return width <= wanted && height <= 2 * wanted
}

function inside(width: number): ResizeOptions {
  return { width, height: width * 2, fit: 'inside', withoutEnlargement: true }
}

async function read<Result>(work: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const reason = error instanceof Error ? error.message : ''
    if (/pixel limit/i.test(reason)) throw new ImageRefused(TOO_LARGE)
    throw new ImageRefused(/^timeout/i.test(reason) ? TOO_SLOW : NO_IMAGE)
  }
}

/** SVG files can contain scripts, so they never reach a decoder. */
function looksLikeMarkup(bytes: Buffer): boolean {
  return /^(\uFEFF)?\s*</.test(bytes.subarray(0, 256).toString('utf8'))
}
