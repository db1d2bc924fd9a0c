import { MAX_PICTURE_BYTES, MAX_PRODUCT_IMAGES } from '#contracts/limits'
import type { ToastMessage } from '../../ui/toast.tsx'

/** For the file picker. */
export const IMAGE_ACCEPT = 'image/png,image/jpeg,image/gif,image/webp'

export type How = 'picked' | 'dropped'
type FileDetails = Pick<File, 'name' | 'type' | 'size' | 'lastModified'>

/** Tells a file from others without reading it: the same file chosen twice has the same mark. */
export function fileKey({ name, type, size, lastModified }: FileDetails): string {
  return JSON.stringify([name, type, size, lastModified])
}

/**
 * Which files a product has or is about to have, and for how many more it has room. A picture that was taken out of it
 * again may come back.
 * @param known by the file's mark: the address it got; null while it is on its way
 * @param shown every picture of the product
 */
export function takenPlaces(
  known: ReadonlyMap<string, string | null>,
  shown: readonly string[],
): { readonly marks: ReadonlySet<string>; readonly room: number } {
  const taken = [...known].filter(([, url]) => url === null || shown.includes(url))
  const onTheirWay = taken.filter(([, url]) => url === null)
  return { marks: new Set(taken.map(([mark]) => mark)), room: MAX_PRODUCT_IMAGES - shown.length - onTheirWay.length }
}

export interface Sorted<F> {
  /** These go up. */
  readonly accepted: readonly F[]
  /** These do not, and why. */
  readonly refused: readonly { readonly file: F; readonly sentence: string }[]
}

/**
 * Which files go up (specification 2, section 5): pictures of at most 10 MB, each once. Dropped files that are no
 * pictures are skipped without a word; chosen ones are named, and so are pictures as iPhones save them.
 * @param known marks of files that are there already or on their way
 * @param room how many more pictures the product can take
 */
export function sortFiles<F extends FileDetails>(
  files: readonly F[],
  how: How,
  known: ReadonlySet<string>,
  room: number,
): Sorted<F> {
  const seen = new Set(known)
  const accepted: F[] = []
  const refused: { file: F; sentence: string }[] = []
  for (const file of files) {
    if (isHeic(file)) {
      refused.push({ file, sentence: IPHONE_PICTURE })
      continue
    }
    if (!file.type.startsWith('image/')) {
      if (how === 'picked') refused.push({ file, sentence: 'This is no image. Choose PNG, JPG, GIF or WebP.' })
      continue
    }
    if (seen.has(fileKey(file))) continue
    seen.add(fileKey(file))
    if (file.size > MAX_PICTURE_BYTES)
      refused.push({
        file,
        sentence: `The image has ${(file.size / 1024 / 1024).toFixed(1)} MB; at most 10 MB are possible.`,
      })
    else if (accepted.length >= room)
      refused.push({ file, sentence: `A product has at most ${MAX_PRODUCT_IMAGES} images.` })
    else accepted.push(file)
  }
  return { accepted, refused }
}

const IPHONE_PICTURE =
  'iPhone pictures (HEIC) cannot be read. On the iPhone choose Settings, Camera, Formats, Most Compatible; a picture that is there already: open it and export it as JPG.'

/** Whether there is a picture among dropped files, be it one that cannot be read. */
export function hasPicture(files: readonly Pick<File, 'name' | 'type'>[]): boolean {
  return files.some((file) => file.type.startsWith('image/') || isHeic(file))
}

/** Some systems give such a file no type. */
function isHeic({ name, type }: Pick<FileDetails, 'name' | 'type'>): boolean {
  return /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name)
}

/** None of the dropped files is a picture (specification 2, section 8). */
export const NO_IMAGES: ToastMessage = {
  title: 'No Images Found',
  description: 'Please drop valid image files (PNG, JPG, GIF).',
  variant: 'destructive',
}

/** How the files went up (specification 2, section 8). */
export function uploadToast(how: How, uploaded: number, failed: number): ToastMessage {
  return {
    title: how === 'dropped' ? 'Drop Upload Complete' : 'Upload Complete',
    description: `${uploaded} images uploaded successfully, ${failed} failed`,
    ...(uploaded === 0 && failed > 0 && { variant: 'destructive' as const }),
  }
}
