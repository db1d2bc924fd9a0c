import { zodResolver } from '@hookform/resolvers/zod'
import { LoginBody, SignUpForm } from '#contracts/identity'

/** Sign-in and sign-up as the contract checks them (specification 2, section 5). */
export const checkSignIn = zodResolver(LoginBody)
export const checkSignUp = zodResolver(SignUpForm)
