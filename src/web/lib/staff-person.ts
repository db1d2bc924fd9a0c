import { useEffect } from 'react'
import { STAFF_SESSION_PATH } from '#contracts/api-paths'
import type { OpenStaffSession } from '#contracts/admin'
import { mayDo, ROLE_LABELS, STAFF_PERMISSIONS, type StaffPermission } from '#contracts/staff-roles'
import { followStaff, reloadWithoutDrafts } from './end-of-drafts.ts'
import { SHARED_WITH_OTHERS, useRead } from './use-read.ts'
import { useStaffChanges } from './use-staff-changes.ts'

const NO_KINDS = [] as const

/** Who is signed in to the back office; undefined until that is known. The server decides what they may do. */
export function useStaffPerson(): OpenStaffSession['person'] | undefined {
  return useRead(STAFF_SESSION_PATH, SHARED_WITH_OTHERS).data?.person
}

/** Reads again who is signed in when the stream of changes begins anew, because another role has ended it. */
export function useNewRole(): void {
  useStaffChanges(NO_KINDS, useRead(STAFF_SESSION_PATH, SHARED_WITH_OTHERS).retry)
}

/** Ends what another person of the staff has typed in this tab, and shows the page anew without it. */
export function useOwnDrafts(person: OpenStaffSession['person'] | undefined): void {
  const id = person?.id
  useEffect(() => {
    if (id !== undefined && followStaff(id)) reloadWithoutDrafts()
  }, [id])
}

/**
 * Why the person who is signed in may not do something; undefined when their role may, and until it is known. What needs
 * a permission is not shown without it, and its room or dialog says this sentence once.
 */
export function useRefusal(permission: StaffPermission): string | undefined {
  const person = useStaffPerson()
  if (person === undefined || mayDo(person.role, permission)) return undefined
  return `The role "${ROLE_LABELS[person.role].name}" may not ${STAFF_PERMISSIONS[permission]}.`
}

/** Whether the role of the person who is signed in has a permission; until that is known, it has. */
export function useMay(permission: StaffPermission): boolean {
  return useRefusal(permission) === undefined
}
