/** A picture as it is sent. */
export interface ImageFile {
  readonly body: string | Buffer
  readonly contentType: string
}

/** Where pictures come from: drawn by the build, uploaded by staff. */
export type ImageSource = (fileName: string) => Promise<ImageFile | null>

/** One plain file name: no folders, no dots at the front. */
const FILE_NAME = /^[a-z0-9][a-z0-9_-]{0,100}(\.[a-z0-9_-]{1,20}){1,3}$/i

/** Looks for a picture in each source; null when there is none or the name is not a plain file name. */
export type FindImage = (fileName: string) => Promise<ImageFile | null>

export function createFindImage(sources: readonly ImageSource[]): FindImage {
  return async function findImage(fileName) {
    if (!FILE_NAME.test(fileName)) return null
    for (const source of sources) {
      const image = await source(fileName)
      if (image !== null) return image
    }
    return null
  }
}
