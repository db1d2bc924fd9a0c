import { zodResolver } from '@hookform/resolvers/zod'
import { PasswordBody, ProfileBody } from '#contracts/account'

/** Profile and password as the contract checks them (specification 2, section 5). */
export const checkProfile = zodResolver(ProfileBody)
export const checkPassword = zodResolver(PasswordBody)
