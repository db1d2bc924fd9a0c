import type { MailAddress } from '#platform/mail/mail'
import type { StaffMembers, StaffRole } from '../../staff/staff.api.ts'

/** Somebody who may get a mail with what became of a price list. */
export interface MailRecipient {
  readonly id: string
  readonly name: string
  readonly to: MailAddress
  /** Whether the address is the shop's own; the others have proved theirs by their invitation. */
  readonly isShop: boolean
}

export type MailRecipients = () => Promise<readonly MailRecipient[]>

/** The roles that import price lists. */
export const LIST_ROLES: readonly StaffRole[] = ['owner', 'catalog']
/** Stands for the shop's own address, whoever reads it. */
const SHOP_RECIPIENT = 'owner'

/** The shop's own address, and the people who have access now and import price lists. @param staff the shop's address */
export function createMailRecipients(members: Pick<StaffMembers, 'list'>, staff: MailAddress): MailRecipients {
  return async function mailRecipients() {
    const people = (await members.list()).filter(({ state, role }) => state === 'active' && LIST_ROLES.includes(role))
    return [
      { id: SHOP_RECIPIENT, name: `Owner (${staff.address})`, to: staff, isShop: true },
      ...people.map(({ id, name, email }) => ({ id, name, to: { name: '', address: email }, isShop: false })),
    ]
  }
}
