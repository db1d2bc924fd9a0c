import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { LinkToken } from '#contracts/common'

/** The secret in the URL of a mail's link. */
export const LinkQuery = z.object({ token: LinkToken.catch('') })

/** Redirects to the page with the button to press. The secret in the URL must not get into caches and referrers. */
export function redirectToPage(reply: FastifyReply, path: string, { token }: z.infer<typeof LinkQuery>): FastifyReply {
  return reply
    .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    .redirect(`${path}?${new URLSearchParams({ token }).toString()}`, 302)
}
