import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import type { RequestConfirmation } from '#contracts/messages'
import { api, ApiError } from '../../lib/api-client.ts'
import { formatShopDay } from '../../lib/format-shop-day.ts'
import { SHOP_CONTACT } from '../../lib/shop-contact.ts'
import { isUnknownLink, useLinkToken } from '../../lib/use-link-token.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { REQUEST_TYPES } from './data-request-types.ts'
import { Reference } from './form-frame.tsx'

type View = 'loading' | 'unreachable' | 'unknown' | RequestConfirmation

interface ConfirmRequestProps {
  /** Called when a request is found to be confirmed. */
  readonly onConfirmed: (requestType: RequestConfirmation['requestType']) => void
  /** Whether the visitor came by a mail's link. */
  readonly onOpened: () => void
}

/**
 * The page behind a mail's link. It shows the request and asks for a press of the button, because mail scanners open
 * every link (specification 2, section 9: requests are verified).
 */
export function ConfirmRequest({ onConfirmed, onOpened }: ConfirmRequestProps) {
  const { view, confirm, lookAgain, isBusy } = useLinkedRequest(onConfirmed, onOpened)
  switch (view) {
    case null:
      return null
    case 'loading':
      return (
        <p role="status" className="text-soft">
          Looking up your request...
        </p>
      )
    case 'unreachable':
      return <Unreachable onRetry={lookAgain} />
    case 'unknown':
      return (
        <Closed title="This link is not valid.">
          Open the link in the email again, in full, or make your request again below. A request that has been carried
          out has no link any more.
        </Closed>
      )
  }
  switch (view.state) {
    case 'expired':
      return (
        <Closed title="This link has expired.">
          Links work for 7 days. Nothing was done; please make your request{' '}
          <span className="whitespace-nowrap">{view.reference}</span> again below.
        </Closed>
      )
    case 'confirmed':
      return <Confirmed request={view} />
    case 'open':
      return <ConfirmQuestion request={view} isBusy={isBusy} onConfirm={confirm} />
  }
}

/** The request behind the link that the visitor came by; null without one. */
function useLinkedRequest(onConfirmed: ConfirmRequestProps['onConfirmed'], onOpened: () => void) {
  const { token, forget } = useLinkToken('data-request')
  const [view, setView] = useState<View>('loading')

  useEffect(() => {
    if (token === null) return
    onOpened()
    let isCurrent = true
    void lookUp(token).then((found) => {
      if (isCurrent) setView(found)
    })
    return () => {
      isCurrent = false
    }
  }, [token, onOpened])

  // A link that no longer works is not offered again after a reload.
  const isOver = view === 'unknown' || (typeof view === 'object' && view.state !== 'open')
  useEffect(() => {
    if (isOver) forget()
  }, [isOver, forget])

  // The answer to the press may be lost: the request is then found to be confirmed when it is looked up again.
  const confirmedType = typeof view === 'object' && view.state === 'confirmed' ? view.requestType : null
  const foundConfirmed = useEffectEvent(onConfirmed)
  useEffect(() => {
    if (confirmedType !== null) foundConfirmed(confirmedType)
  }, [confirmedType])

  const { run: confirm, isBusy } = useAction(
    async () =>
      setView(await api<RequestConfirmation>('/api/data-requests/verify', { method: 'POST', body: { token } })),
    (error) => {
      if (isUnknownLink(error)) setView('unknown')
      else if (error instanceof ApiError && error.body !== null && error.status === 409 && typeof view === 'object')
        setView({ ...view, state: 'expired' })
      else setView('unreachable')
      return null
    },
  )

  function lookAgain(): void {
    if (token === null) return
    setView('loading')
    void lookUp(token).then(setView)
  }

  return { view: token === null ? null : view, confirm: () => confirm(), lookAgain, isBusy }
}

/** Reads the request behind the link without changing it. */
async function lookUp(token: string): Promise<View> {
  try {
    return await api<RequestConfirmation>('/api/data-requests/confirmation', { method: 'POST', body: { token } })
  } catch (error) {
    return isUnknownLink(error) ? 'unknown' : 'unreachable'
  }
}

function Closed({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Note size="large" role="status">
      <strong>{title}</strong> {children} Or write to us at{' '}
      <a href={SHOP_CONTACT.emailLink} className="text-link [overflow-wrap:anywhere]">
        {SHOP_CONTACT.email}
      </a>
      .
    </Note>
  )
}

function Unreachable({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <Note tone="error" size="large" role="alert" className="grid justify-items-start gap-3">
      <p>
        <strong>We could not reach the shop.</strong> Your link still works.
      </p>
      <Button variant="quiet" size="small" onClick={onRetry}>
        Try again
      </Button>
    </Note>
  )
}

interface ConfirmQuestionProps {
  readonly request: RequestConfirmation
  readonly isBusy: boolean
  readonly onConfirm: () => void
}

/** What was asked for, and the button that confirms it. */
function ConfirmQuestion({ request, isBusy, onConfirm }: ConfirmQuestionProps) {
  const { reference, requestType, receivedAt } = request
  const type = REQUEST_TYPES.find(({ value }) => value === requestType)
  return (
    <section
      aria-labelledby="confirm-title"
      className="grid max-w-3xl justify-items-start gap-3 rounded border border-line border-t-4 border-t-cyan bg-sheet p-5 sm:p-8"
    >
      <h2 id="confirm-title" className="text-2xl sm:text-3xl">
        Confirm your request
      </h2>
      <p>
        <Reference>{reference}</Reference>, received {formatShopDay(receivedAt)}
      </p>
      <p>
        <strong>{type?.label}.</strong> {type?.description}
      </p>
      {requestType === 'delete' && (
        <p className="font-semibold text-magenta">
          Your account goes with it, and orders that have not been shipped are cancelled. This cannot be undone.
        </p>
      )}
      <Button size="large" aria-disabled={isBusy} onClick={onConfirm} className="mt-2 max-sm:w-full">
        {isBusy ? 'Confirming...' : 'Confirm my request'}
      </Button>
      <p className="text-sm text-soft">
        If you did not ask for this, just close the page: without your confirmation nothing happens.
      </p>
    </section>
  )
}

function Confirmed({ request: { reference, requestType } }: { readonly request: RequestConfirmation }) {
  const isOptOut = requestType === 'opt-out-sale' || requestType === 'opt-out-marketing'
  return (
    <Note tone="success" size="large" role="status">
      <strong>
        Thank you, your request <span className="whitespace-nowrap">{reference}</span> is confirmed.
      </strong>{' '}
      {isOptOut
        ? 'The opt-out holds from now on; marketing is off in this browser as well.'
        : 'We are working on it and write to you when it is done.'}
    </Note>
  )
}
