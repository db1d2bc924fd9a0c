import { useEffect, useState, type ReactNode } from 'react'
import type { AlertView } from '#contracts/alerts'
import { api, ApiError } from '../../lib/api-client.ts'
import { paths } from '../../lib/paths.ts'
import { useAction } from '../../lib/use-action.ts'
import { isUnknownLink, useLinkToken } from '../../lib/use-link-token.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'

/** Which button. */
type Press = 'look' | 'confirm' | 'this' | 'all'
type View = 'loading' | 'unreachable' | 'unknown' | 'ended' | AlertView

/** What the link in a mail about a product opens: confirm the request, or end it and others of the same address. */
export function ManageAlert() {
  const { token } = useLinkToken('product-alert')
  const [view, setView] = useState<View>('loading')

  useEffect(() => {
    if (token === null) return
    let isCurrent = true
    void lookUp(token).then((found) => {
      if (isCurrent) setView(found)
    })
    return () => {
      isCurrent = false
    }
  }, [token])

  const { run, isBusy, doing, problem } = useAction(
    async ({ act }: { readonly press: Press; readonly act: () => Promise<View> }) => setView(await act()),
    (error) => {
      if (isUnknownLink(error)) setView('unknown')
      else if (error instanceof ApiError && error.body !== null) return error.body.message
      else return 'We could not reach the shop. Your link still works; please try again.'
      return null
    },
  )

  if (token === null || view === 'unknown')
    return (
      <Closed title={token === null ? 'Please open the link in our email.' : 'This link is not valid any more.'}>
        The newest email has the link that works. A request that was ended a while ago, or that nobody confirmed within
        7 days, has none.
      </Closed>
    )
  if (view === 'loading')
    return (
      <p role="status" className="text-soft">
        Looking up your request...
      </p>
    )
  if (view === 'unreachable')
    return (
      <>
        <Note tone="error" role="alert">
          We could not reach the shop. Your link still works.
        </Note>
        <Button aria-disabled={isBusy} onClick={() => run({ press: 'look', act: () => lookUp(token) })}>
          {isBusy ? 'Trying again...' : 'Try again'}
        </Button>
      </>
    )
  if (view === 'ended' || view.state === 'ended')
    return <Closed title="It is ended.">We do not write to you about it.</Closed>

  const confirm = () => api<AlertView>('/api/alerts/confirm', { method: 'POST', body: { token } })
  const end = (which: 'this' | 'all') => async (): Promise<View> => {
    await api('/api/alerts/end', { method: 'POST', body: { token, which } })
    return 'ended'
  }
  const isUnconfirmed = view.state === 'unconfirmed'
  return (
    <>
      <div role="status" className="grid gap-4">
        <Sentence view={view} />
      </div>
      {problem !== null && (
        <Note tone="error" role="alert">
          {problem}
        </Note>
      )}
      {isUnconfirmed && (
        <Button size="large" aria-disabled={isBusy} onClick={() => run({ press: 'confirm', act: confirm })}>
          {doing?.press === 'confirm' ? 'Confirming...' : 'Confirm my request'}
        </Button>
      )}
      {view.productName !== null && !isUnconfirmed && (
        <ButtonLink to={paths.product({ id: view.productId })} size="large">
          See the product
        </ButtonLink>
      )}
      {view.state !== 'sent' && (
        <Button variant="quiet" aria-disabled={isBusy} onClick={() => run({ press: 'this', act: end('this') })}>
          {doing?.press === 'this' ? 'Ending...' : isUnconfirmed ? 'I did not ask for this' : 'End this request'}
        </Button>
      )}
      {view.others > 0 && (
        <Button variant="quiet" aria-disabled={isBusy} onClick={() => run({ press: 'all', act: end('all') })}>
          {doing?.press === 'all'
            ? 'Ending...'
            : view.others === 1
              ? 'End my other request as well'
              : `End my ${view.others} other requests as well`}
        </Button>
      )}
    </>
  )
}

function Sentence({ view: { kind, state, productName } }: { readonly view: AlertView }) {
  const name = (
    <strong className="[overflow-wrap:anywhere]">{productName ?? 'A product that is not sold any more'}</strong>
  )
  const isBack = kind === 'back-in-stock'
  if (state === 'unconfirmed')
    return (
      <p>
        {name}: one email to this address, {isBack ? 'when it is in stock again' : 'when it costs less'}.
      </p>
    )
  if (state === 'open')
    return (
      <Note tone="success" size="large">
        {name}: we write to you once, {isBack ? 'when it is in stock again' : 'when it costs less'}.
      </Note>
    )
  return (
    <Note size="large">
      {name}:{' '}
      {state === 'due' ? 'your email is on its way.' : 'you have had your email. We do not write again about it.'}
    </Note>
  )
}

function Closed({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <>
      <Note size="large" role="status">
        <strong>{title}</strong> {children}
      </Note>
      <ButtonLink to={paths.products()}>Browse All Products</ButtonLink>
    </>
  )
}

/** Reads the request behind the link without changing it. */
async function lookUp(token: string): Promise<View> {
  try {
    return await api<AlertView>('/api/alerts/find', { method: 'POST', body: { token } })
  } catch (error) {
    return isUnknownLink(error) ? 'unknown' : 'unreachable'
  }
}
