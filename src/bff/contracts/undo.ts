import { z } from 'zod'

/** A product that an undo has left as it is, because it was changed afterwards. */
export const KeptProduct = z.object({ productId: z.int(), name: z.string() })
