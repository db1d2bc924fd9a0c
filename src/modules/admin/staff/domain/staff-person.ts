export type StaffRole = 'owner' | 'orders' | 'catalog' | 'support' | 'read-only'

/** Somebody who is signed in to the back office. */
export interface StaffPerson {
  readonly id: string
  readonly name: string
  readonly role: StaffRole
}

/** The person who opened the gate by its password. */
export const OWNER: StaffPerson = { id: 'owner', name: 'Owner', role: 'owner' }
