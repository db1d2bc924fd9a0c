/** A product's pictures: the list, and which of them is the main one ('' for none). */
export interface Pictures {
  readonly images: readonly string[]
  readonly image: string
}

/** Every picture once, in order. A main picture that is not in the list comes first. */
export function everyPicture({ images, image }: Pictures): readonly string[] {
  return [...new Set(image === '' || images.includes(image) ? images : [image, ...images])]
}

/**
 * Adds pictures behind the others, each once; the first one becomes the main one if there is none (specification 2,
 * section 5).
 */
export function addPictures(pictures: Pictures, added: readonly string[]): Pictures {
  return { images: [...new Set([...everyPicture(pictures), ...added])], image: pictures.image || (added[0] ?? '') }
}

/** Without this picture; when it was the main one, the first of the others is. */
export function removePicture(pictures: Pictures, gone: string): Pictures {
  const images = everyPicture(pictures).filter((each) => each !== gone)
  return { images, image: pictures.image === gone ? (images[0] ?? '') : pictures.image }
}

/** Makes a picture the main one; its place in the list stays. */
export function choosePicture(pictures: Pictures, image: string): Pictures {
  return { images: everyPicture(pictures), image }
}

/** Moves a picture by so many places; at the ends it stays. */
export function movePicture(pictures: Pictures, moved: string, by: -1 | 1): Pictures {
  const images = [...everyPicture(pictures)]
  const from = images.indexOf(moved)
  const other = images[from + by]
  if (from !== -1 && other !== undefined)
    images.splice(Math.min(from, from + by), 2, ...(by === 1 ? [other, moved] : [moved, other]))
  return { images, image: pictures.image }
}

/** Puts a picture where another one is, which makes room for it. */
export function placePicture(pictures: Pictures, moved: string, target: string): Pictures {
  const all = everyPicture(pictures)
  const to = all.indexOf(target)
  if (to === -1 || !all.includes(moved)) return pictures
  const others = all.filter((each) => each !== moved)
  return { images: [...others.slice(0, to), moved, ...others.slice(to)], image: pictures.image }
}

/** An address that somebody typed: itself when it is one of http(s), else null. */
export function readImageAddress(typed: string): string | null {
  const text = typed.trim()
  if (!/^https?:\/\/[^\s]+$/i.test(text) || text.length > 500) return null
  return URL.canParse(text) ? text : null
}
