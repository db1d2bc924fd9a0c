import { STAFF_SESSION_PATH } from '#contracts/api-paths'
import type { OpenStaffSession } from '#contracts/admin'
import { mayDo, type StaffPermission } from '#contracts/staff-roles'
import { SHARED_WITH_OTHERS, useRead } from './use-read.ts'

/** Who is signed in to the back office; undefined until that is known. The server decides what they may do. */
export function useStaffPerson(): OpenStaffSession['person'] | undefined {
  return useRead(STAFF_SESSION_PATH, SHARED_WITH_OTHERS).data?.person
}

/** Whether the role of the person who is signed in has a permission; until that is known, it has. */
export function useMay(permission: StaffPermission): boolean {
  const person = useStaffPerson()
  return person === undefined || mayDo(person.role, permission)
}
