import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { InviteBody, StaffMember, StaffMemberList, StaffRoleBody } from '#contracts/staff'
import type { AdminModule } from '#modules/admin'
import { actorOf } from '../../auth/staff-access.ts'
import type { SecurityLog } from '../../http/security-log.ts'
import { presentStaffMember } from '../../presenters/staff.ts'
import { RepeatableHeaders, REPEATABLE, type MakeOnce } from '../../http/make-once.ts'
import { PathId } from '../../http/path-ids.ts'
import { failures } from '../failures.ts'

const tags = ['Staff']
const config = { access: { staff: 'staff.write' } } as const
const params = z.object({ id: PathId })

/** Who has access to the back office: the owner invites people, changes their role and takes access away. */
export const staffMemberRoutes: FastifyPluginCallbackZod<{
  admin: AdminModule
  makeOnce: MakeOnce
  securityLog: SecurityLog
}> = (app, { admin, makeOnce, securityLog }, done) => {
  const { members } = admin.staff

  app.route({
    method: 'GET',
    url: '/admin/staff',
    config,
    schema: {
      operationId: 'listStaff',
      tags,
      summary: 'Everybody who was invited to the back office, by name',
      response: { 200: StaffMemberList, ...failures(401, 403) },
    },
    handler: async () => (await members.list()).map(presentStaffMember),
  })

  app.route({
    method: 'POST',
    url: '/admin/staff',
    config,
    schema: {
      operationId: 'inviteStaff',
      tags,
      summary: 'Invites somebody by mail; the link works once, for three days',
      description: REPEATABLE,
      headers: RepeatableHeaders,
      body: InviteBody,
      response: { 201: StaffMember, ...failures(400, 401, 403, 404, 409, 413, 415, 422) },
    },
    handler: async (request, reply) => {
      const member = await makeOnce(request, reply, {
        async make(note) {
          const invited = await members.invite(request.body, actorOf(request), note)
          securityLog(request, 'staff.invited', { userId: invited.id })
          return invited
        },
        find: (made) => members.get(made),
      })
      return reply.code(201).send(presentStaffMember(member))
    },
  })

  app.route({
    method: 'PATCH',
    url: '/admin/staff/:id',
    config,
    schema: {
      operationId: 'changeStaffRole',
      tags,
      summary: 'Changes what a person may do, from their next call on',
      params,
      body: StaffRoleBody,
      response: { 200: StaffMember, ...failures(400, 401, 403, 404, 409, 413, 415) },
    },
    handler: async (request) => {
      const member = await members.changeRole(request.params.id, request.body, actorOf(request))
      securityLog(request, 'staff.role-changed', { userId: member.id, reason: member.role })
      return presentStaffMember(member)
    },
  })

  app.route({
    method: 'DELETE',
    url: '/admin/staff/:id',
    config,
    schema: {
      operationId: 'endStaffAccess',
      tags,
      summary: 'Takes access away at once; the person stays in the list as one who has none',
      params,
      response: { 200: StaffMember, ...failures(401, 403, 404) },
    },
    handler: async (request) => {
      const member = await members.endAccess(request.params.id, actorOf(request))
      securityLog(request, 'staff.access-ended', { userId: member.id })
      return presentStaffMember(member)
    },
  })

  app.route({
    method: 'POST',
    url: '/admin/staff/:id/invitation',
    config,
    schema: {
      operationId: 'inviteStaffAgain',
      tags,
      summary: 'Sends a new invitation; earlier ones stop working',
      description:
        'Also for a forgotten password or a lost telephone: what the person has stays until they accept it, and is replaced then.',
      params,
      response: { 200: StaffMember, ...failures(401, 403, 404, 409) },
    },
    handler: async (request) => {
      const member = await members.inviteAgain(request.params.id, actorOf(request))
      securityLog(request, 'staff.invited', { userId: member.id })
      return presentStaffMember(member)
    },
  })

  app.route({
    method: 'DELETE',
    url: '/admin/staff/:id/invitation',
    config,
    schema: {
      operationId: 'withdrawStaffInvitation',
      tags,
      summary: 'Withdraws an invitation that was not accepted; who never had access is gone from the list then',
      params,
      response: { 204: z.undefined().describe('Withdrawn.'), ...failures(401, 403, 404, 409) },
    },
    handler: async (request, reply) => {
      await members.withdrawInvitation(request.params.id, actorOf(request))
      return reply.code(204).send(undefined)
    },
  })

  app.route({
    method: 'DELETE',
    url: '/admin/staff/:id/passkeys',
    config,
    schema: {
      operationId: 'removeStaffPasskeys',
      tags,
      summary: 'Removes all passkeys of a person and signs them out everywhere; password and code stay',
      params,
      response: { 200: StaffMember, ...failures(401, 403, 404) },
    },
    handler: async (request) => {
      const member = await members.removePasskeys(request.params.id, actorOf(request))
      securityLog(request, 'staff.passkey-removed', { userId: member.id })
      return presentStaffMember(member)
    },
  })

  app.route({
    method: 'DELETE',
    url: '/admin/staff/:id/sessions',
    config,
    schema: {
      operationId: 'endStaffSessions',
      tags,
      summary: 'Signs a person out everywhere',
      params,
      response: { 200: StaffMember, ...failures(401, 403, 404) },
    },
    handler: async (request) => {
      const member = await members.endSessions(request.params.id, actorOf(request))
      securityLog(request, 'staff.signed-out', { userId: member.id })
      return presentStaffMember(member)
    },
  })
  done()
}
