import { useEffect, useEffectEvent, useRef } from 'react'
import { offersPasskeysInFields, stopAwaitingPasskey } from '../../lib/passkeys.ts'
import { whenIdle } from '../../lib/when-idle.ts'
import { signInByPasskeyInField } from './unlock.ts'

/** The server's challenge counts for five minutes. */
const RENEW_MS = 4.5 * 60_000

/**
 * Lets the browser offer passkeys in the field of the email (`autocomplete="username webauthn"`), where it can.
 * Nothing is said when none is chosen; the page is as it is without it.
 * @param isPaused while a passkey is asked for otherwise: browsers ask for one at a time
 */
export function usePasskeyInField({
  isPaused,
  onGranted,
  onRefused,
}: {
  readonly isPaused: boolean
  readonly onGranted: () => void
  /** What was chosen did not open the gate. */
  readonly onRefused: (error: unknown) => void
}): void {
  const granted = useEffectEvent(onGranted)
  const refused = useEffectEvent(onRefused)
  /** Counts the waits: one that another followed has no say any more. */
  const round = useRef(0)

  useEffect(() => {
    if (isPaused) return
    let timer: ReturnType<typeof setTimeout> | undefined

    async function wait(): Promise<void> {
      round.current += 1
      const own = round.current
      let isChosen = false
      timer = setTimeout(() => void wait(), RENEW_MS)
      try {
        await signInByPasskeyInField(
          () => own === round.current,
          () => {
            isChosen = true
            clearTimeout(timer)
          },
        )
        if (isChosen && own === round.current) granted()
      } catch (error) {
        // A browser that gives the same passkey again by itself must not ask the server again and again.
        if (own === round.current && isChosen) refused(error)
      }
    }

    const cancel = whenIdle(() => {
      offersPasskeysInFields().then(
        (isOffered) => (isOffered ? wait() : undefined),
        () => {},
      )
    })
    return () => {
      cancel()
      clearTimeout(timer)
      if (round.current === 0) return
      round.current += 1
      stopAwaitingPasskey().catch(() => {})
    }
  }, [isPaused])
}
