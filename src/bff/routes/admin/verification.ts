import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { CalledBody, LetterBody, LetterCodeBody, VerificationWays, WrittenLetter } from '#contracts/verification'
import type { AdminModule } from '#modules/admin'
import { actorOf } from '../../auth/staff-access.ts'
import { PathId } from '../../http/path-ids.ts'
import { failures } from '../failures.ts'

const tags = ['Staff']
const config = { access: { staff: 'inbox.write' } } as const
const RequestPath = z.object({ id: PathId.describe('The reference of the privacy request: DR-…') })

/** Staff verify who made a privacy request, by telephone or by letter (specification 2, sections 5 and 8). */
export const staffVerificationRoutes: FastifyPluginCallbackZod<{ admin: Pick<AdminModule, 'verification'> }> = (
  app,
  { admin: { verification } },
  done,
) => {
  async function waysOf(id: string): Promise<VerificationWays> {
    const { isVerified, phones, addresses, letter } = await verification.ways(id)
    const present = ({ key, lines, from }: (typeof phones)[number]) => ({ key, lines: [...lines], from })
    return {
      isVerified,
      phones: phones.map(present),
      addresses: addresses.map(present),
      letter: letter && {
        triesLeft: letter.triesLeft,
        writtenAt: letter.writtenAt.toISOString(),
        expiresAt: letter.expiresAt.toISOString(),
      },
    }
  }

  app.route({
    method: 'GET',
    url: '/admin/inbox/:id/verification',
    config,
    schema: {
      operationId: 'getVerificationWays',
      tags,
      summary: 'The numbers and addresses by which the person of a privacy request can be verified',
      description:
        'Only those that the shop knew before the request, from the proved account of its email address: its orders, ' +
        'its address book and its profile.',
      params: RequestPath,
      response: { 200: VerificationWays, ...failures(401, 403, 404) },
    },
    handler: (request) => waysOf(request.params.id),
  })

  app.route({
    method: 'POST',
    url: '/admin/inbox/:id/verification/phone',
    config,
    schema: {
      operationId: 'verifyByPhone',
      tags,
      summary: 'Confirms a privacy request after a call to a known number',
      description: '422 CONTACT_NOT_KNOWN for any other number, 409 NOT_TO_VERIFY when it is confirmed already.',
      params: RequestPath,
      body: CalledBody,
      response: { 200: VerificationWays, ...failures(400, 401, 403, 404, 409, 413, 415, 422) },
    },
    handler: async (request) => {
      const { id } = request.params
      await verification.byPhone(id, request.body.key, actorOf(request))
      return waysOf(id)
    },
  })

  app.route({
    method: 'POST',
    url: '/admin/inbox/:id/verification/letter',
    config,
    schema: {
      operationId: 'writeVerificationLetter',
      tags,
      summary: 'Makes the code for a letter to a known address',
      description:
        'The code counts for 30 days and five tries; that of an earlier letter does not count any more. 422 ' +
        'TOO_MANY_LETTERS after three.',
      params: RequestPath,
      body: LetterBody,
      response: { 201: WrittenLetter, ...failures(400, 401, 403, 404, 409, 413, 415, 422) },
    },
    handler: async (request, reply) => {
      const letter = await verification.writeLetter(request.params.id, request.body.key, actorOf(request))
      const { code, lines, expiresAt } = letter
      return reply.code(201).send({ code, lines: [...lines], expiresAt: expiresAt.toISOString() })
    },
  })

  app.route({
    method: 'POST',
    url: '/admin/inbox/:id/verification/code',
    config,
    schema: {
      operationId: 'verifyByLetter',
      tags,
      summary: 'Confirms a privacy request by the code of its letter',
      description: '422 LETTER_CODE_WRONG with the tries that are left, LETTER_CODE_OVER when none counts.',
      params: RequestPath,
      body: LetterCodeBody,
      response: { 200: VerificationWays, ...failures(400, 401, 403, 404, 409, 413, 415, 422) },
    },
    handler: async (request) => {
      const { id } = request.params
      await verification.byLetter(id, request.body.code, actorOf(request))
      return waysOf(id)
    },
  })
  done()
}
