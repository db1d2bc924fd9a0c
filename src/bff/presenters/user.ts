import type { User as UserContract } from '#contracts/identity'
import type { User } from '#modules/identity'

export function presentUser(user: User): UserContract {
  return {
    id: user.id,
    email: user.email,
    firstName: user.firstName,
    lastName: user.lastName,
    phone: user.phone,
    profileImageUrl: user.profileImageUrl,
    isEmailVerified: user.isEmailVerified,
    createdAt: user.createdAt.toISOString(),
  }
}
