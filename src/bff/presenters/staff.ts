import type { OwnAccess as OwnAccessContract, StaffMember as StaffMemberContract } from '#contracts/staff'
import type { AdminModule, StaffMember } from '#modules/admin'

const iso = (time: Date | null) => time?.toISOString() ?? null

export function presentStaffMember({ invitedAt, ...member }: StaffMember): StaffMemberContract {
  const { invitedUntil, lastSeenAt, endedAt } = member
  return {
    ...member,
    invitedAt: invitedAt.toISOString(),
    invitedUntil: iso(invitedUntil),
    lastSeenAt: iso(lastSeenAt),
    endedAt: iso(endedAt),
  }
}

export function presentOwnAccess(own: Awaited<ReturnType<AdminModule['staff']['own']['find']>>): OwnAccessContract {
  const { person, email, recoveryCodesLeft, passkeys, sessions } = own
  return {
    name: person.name,
    role: person.role,
    email,
    recoveryCodesLeft,
    passkeys:
      passkeys?.map(({ key, name, addedAt, lastUsedAt }) => ({
        id: key,
        name,
        addedAt: addedAt.toISOString(),
        lastUsedAt: iso(lastUsedAt),
      })) ?? null,
    sessions: sessions.map(({ key, device, openedAt, lastSeenAt, isCurrent }) => ({
      id: key,
      device,
      openedAt: openedAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
      isCurrent,
    })),
  }
}
