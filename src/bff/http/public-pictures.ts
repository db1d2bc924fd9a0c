import type { z } from 'zod'
import { isLocalUrl } from '#platform/remote-file/public-address'

/** The fields of a product that say where its pictures are. */
interface Pictures {
  readonly image?: string | undefined
  readonly images?: readonly string[] | undefined
}

/**
 * The body of a product whose pictures everybody can see: an address in a local network is refused beside its field,
 * because every visitor's browser would ask for it there. The form in the browser does not check it, because that takes
 * a table of networks.
 */
export function withPublicPictures<Body extends z.ZodType<Pictures>>(body: Body): Body {
  return body.superRefine(({ image, images = [] }, { addIssue }) => {
    const refuse = (field: keyof Pictures): void =>
      addIssue({ code: 'custom', path: [field], message: 'Visitors cannot reach a picture in a local network' })
    if (image !== undefined && isLocalUrl(image)) refuse('image')
    if (images.some(isLocalUrl)) refuse('images')
  })
}
