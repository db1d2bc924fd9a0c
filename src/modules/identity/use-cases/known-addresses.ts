import type { Standing } from '#platform/mail/mail-budget'
import type { OptOut } from '../domain/privacy-request.ts'
import { normalizedEmail, type User } from '../domain/user.ts'
import type { OptOutRepository } from '../persistence/opt-out.repository.ts'
import type { PrivacyRequestRepository } from '../persistence/privacy-request.repository.ts'
import type { FindFailures } from './find-failures.ts'
import type { UserRepository } from '../persistence/user.repository.ts'

/** What is known of email addresses and of their readers. */
export interface KnownAddresses {
  /** The proved address of a customer; null when it is not proved, or they are gone. */
  provedAddressOf(customerId: string): Promise<string | null>
  /** Whom a mail to a customer is for, whether the address is proved or not; null when they are gone. */
  findAddressee(customerId: string): Promise<Pick<User, 'firstName' | 'lastName' | 'email'> | null>
  /** Those of these customers that there are, each with whether their address is proved. */
  whetherProved(customerIds: readonly string[]): Promise<ReadonlyMap<string, boolean>>
  /** The account of an address that was proved; null when there is none. */
  findProvedAccount(email: string): Promise<User | null>
  /** What is known of a mail's recipient. @param customerId who caused the mail */
  standingOf(email: string, customerId: string | null): Promise<Exclude<Standing, 'staff'>>
  /** What a person refused permanently by a privacy request, in every browser. */
  listOptOuts(email: string): Promise<readonly OptOut[]>
  /** Whether this address refuses marketing mails, or its person asked to be erased, whatever came of it. */
  refusesMarketing(email: string): Promise<boolean>
}

export function createKnownAddresses(deps: {
  readonly users: Pick<UserRepository, 'find' | 'findMany' | 'findByEmail'>
  readonly optOuts: Pick<OptOutRepository, 'list'>
  readonly requests: Pick<PrivacyRequestRepository, 'listBegunDeletions'>
  readonly findFailures: FindFailures
}): KnownAddresses {
  const { users, optOuts, requests, findFailures } = deps

  /** Once a deletion has failed, it goes on when staff run it again: mails about what still runs do not wait for that. */
  async function isBeingErased(address: string): Promise<boolean> {
    const begun = await requests.listBegunDeletions(address)
    if (begun.length === 0) return false
    const failures = await findFailures()
    return begun.some((reference) => !failures.has(reference))
  }

  return {
    async provedAddressOf(customerId) {
      const customer = await users.find(customerId)
      return customer?.isEmailVerified === true ? customer.email : null
    },
    async findAddressee(customerId) {
      const customer = await users.find(customerId)
      if (customer === null) return null
      const { firstName, lastName, email } = customer
      return { firstName, lastName, email }
    },
    async whetherProved(customerIds) {
      if (customerIds.length === 0) return new Map()
      const customers = await users.findMany(customerIds)
      return new Map(customers.map(({ id, isEmailVerified }) => [id, isEmailVerified]))
    },
    async findProvedAccount(email) {
      const user = await users.findByEmail(normalizedEmail(email))
      return user?.isEmailVerified === true ? user : null
    },
    async standingOf(email, customerId) {
      const address = normalizedEmail(email)
      const owner = await users.findByEmail(address)
      if (owner === null) return (await isBeingErased(address)) ? 'leaving' : 'unproved'
      if (!owner.isEmailVerified) return 'unproved'
      return owner.id === customerId ? 'own' : 'proved'
    },
    listOptOuts: (email) => optOuts.list(email),
    async refusesMarketing(email) {
      const address = normalizedEmail(email)
      if ((await optOuts.list(address)).includes('marketing')) return true
      const isBegun = (await requests.listBegunDeletions(address)).length > 0
      return isBegun && (await users.findByEmail(address)) === null
    },
  }
}
