import type { FastifyReply } from 'fastify'
import { z } from 'zod'

/** The secret of a mail's link, in an address that a mail program opens. */
export const LinkQuery = z.object({ token: z.string().max(200).catch('') })

/** Leads on to the page with the button to press. The secret in the address goes into no cache and no referrer. */
export function openPage(reply: FastifyReply, path: string, { token }: z.infer<typeof LinkQuery>): FastifyReply {
  return reply
    .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    .redirect(`${path}?${new URLSearchParams({ token }).toString()}`, 302)
}
