import { useEffect, useState, type ReactNode } from 'react'
import type { SessionBody } from '#contracts/identity'
import { AUTH_TOKEN_KEY } from '../../lib/api-client.ts'
import { browserStorage } from '../../lib/storage.ts'
import { toast } from '../../ui/toast.tsx'
import { AccountFrame } from './account-frame.tsx'
import { ChoosePassword } from './choose-password.tsx'
import { codeDraft, keepStep, readStep, type CodeStep } from './code-steps.ts'
import { EnterCode } from './enter-code.tsx'
import { RequestCode } from './request-code.tsx'

interface CodeSignInProps {
  /** From the link in an earlier mail with a code. */
  readonly linkToken?: string | null
  /** Called with the token of the new session as soon as the code was right. */
  readonly onVerified?: (token: string) => Promise<void>
  /** Called at the end, whether a new password was chosen or not; the token is null when a reload came in between. */
  readonly onDone: (token: string | null) => Promise<void>
  /** The way back to the sign-in with a password. */
  readonly back: ReactNode
}

/** Sign-in without the password: the address, the code from the mail, and a new password for those who want one. */
export function CodeSignIn({ linkToken = null, onVerified, onDone, back }: CodeSignInProps) {
  const [step, setStep] = useState<CodeStep>({ name: 'address' })
  const [token, setToken] = useState<string | null>(null)

  useEffect(() => {
    const kept = readStep(Date.now())
    // A password is chosen in a session: without one there is nothing to go on with.
    // oxlint-disable-next-line react/set-state-in-effect -- the server's page is the same for everybody
    if (kept.name === 'code' || browserStorage.getItem(AUTH_TOKEN_KEY) !== null) setStep(kept)
  }, [])

  function goTo(next: CodeStep): void {
    keepStep(next)
    setStep(next)
  }

  async function enter({ token: opened }: SessionBody, email: string): Promise<void> {
    codeDraft().clear()
    setToken(opened)
    await onVerified?.(opened)
    goTo({ name: 'password', email, at: Date.now() })
    toast({ title: 'Login successful!', description: 'Welcome back to Superprinter!' })
  }

  async function finish(): Promise<void> {
    keepStep({ name: 'address' })
    await onDone(token)
  }

  switch (step.name) {
    case 'address':
      return (
        <AccountFrame
          title="Forgot Your Password?"
          lead="We email you a six-digit code. It signs you in, and you can choose a new password."
        >
          <RequestCode linkToken={linkToken} onRequested={(email) => goTo({ name: 'code', email, at: Date.now() })} />
          <p className="border-t border-line pt-4 text-center">{back}</p>
        </AccountFrame>
      )
    case 'code':
      return (
        <AccountFrame title="Enter Your Code" lead={<SentTo email={step.email} />}>
          <EnterCode
            email={step.email}
            linkToken={linkToken}
            requestedAt={step.at}
            onRequestedAgain={() => goTo({ ...step, at: Date.now() })}
            onOtherAddress={() => goTo({ name: 'address' })}
            onVerified={(session) => enter(session, step.email)}
          />
          <p className="border-t border-line pt-4 text-center">{back}</p>
        </AccountFrame>
      )
    case 'password':
      return (
        <AccountFrame
          title="Choose a New Password"
          lead="You are signed in. A new password signs out every other browser and device; without one, a code signs you in again."
        >
          <ChoosePassword
            email={step.email}
            token={token}
            onDone={finish}
            onTooLate={() => goTo({ name: 'address' })}
          />
        </AccountFrame>
      )
  }
}

function SentTo({ email }: { readonly email: string }) {
  return (
    <>
      If <strong className="font-semibold text-ink [overflow-wrap:anywhere]">{email}</strong> has an account with us, a
      code is on its way to it. It works for 10 minutes.
    </>
  )
}
