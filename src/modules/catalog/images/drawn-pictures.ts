import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ImageSource } from './find-image.ts'

/** The pictures that the build has drawn into `folder`; file names come checked. */
export function drawnPictures(folder: string): ImageSource {
  return async (fileName) => {
    if (!fileName.endsWith('.svg')) return null
    try {
      return { body: await readFile(join(folder, fileName)), contentType: 'image/svg+xml' }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
      throw error
    }
  }
}
