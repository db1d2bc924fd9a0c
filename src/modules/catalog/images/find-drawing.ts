import type { ImageSource } from './image-shelf.ts'

/** The pictures that we draw ourselves; the drawing tools are loaded with the first picture that is asked for. */
export const findDrawing: ImageSource = async (fileName) => {
  const { productImage } = await import('../drawings/product-image.ts')
  const svg = productImage(fileName)
  return svg === null ? null : { body: svg, contentType: 'image/svg+xml' }
}
