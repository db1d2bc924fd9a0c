import { useState } from 'react'
import { SCREENS } from '#contracts/screens'
import { MINUTE_MS } from '#platform/time/durations'
import { AccountFrame } from '../../features/session/account-frame.tsx'
import { ClosedLink } from '../../features/session/closed-link.tsx'
import { api } from '../../lib/api-client.ts'
import { saveFile, type DownloadedFile } from '../../lib/download.ts'
import { Head } from '../../lib/head.tsx'
import { paths } from '../../lib/paths.ts'
import { useAction } from '../../lib/use-action.ts'
import { isUnknownLink, useLinkToken } from '../../lib/use-link-token.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'

type State = { readonly kind: 'asked' | 'refused' } | { readonly kind: 'received'; readonly file: DownloadedFile }

/**
 * Where the link of a finished privacy request leads. The file comes by a press of the button and once: programs that
 * look through mails open every link.
 */
export default function DataExportPage() {
  const { token, forget } = useLinkToken('data-export')
  const [state, setState] = useState<State>({ kind: 'asked' })

  const {
    run: download,
    isBusy,
    problem,
  } = useAction(
    async () => {
      const data = await api<{ readonly reference: string }>('/api/data-requests/export', {
        method: 'POST',
        body: { token },
        // The link works once: an answer that comes slowly is not given up.
        signal: AbortSignal.timeout(10 * MINUTE_MS),
      })
      const content = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' })
      const file = { name: `superprinter-${data.reference}.json`, content }
      forget()
      setState({ kind: 'received', file })
      saveFile(file)
    },
    (error) => {
      if (!isUnknownLink(error)) return 'We could not reach the shop. Please try again in a moment.'
      forget()
      setState({ kind: 'refused' })
      return null
    },
  )

  return (
    <>
      <Head title={SCREENS['data-export'].title} description="Download the data that you asked us for." noindex />
      <AccountFrame title="Your Data" lead="Everything we hold about you, as one file for people and programs.">
        <div className="grid gap-4" role="status">
          {state.kind === 'received' ? (
            <>
              <Note tone="success" size="large">
                <strong>Your file is saved</strong> as {state.file.name}, where your browser keeps downloads. The link
                has done its work and opens nothing any more.
              </Note>
              <Button variant="quiet" onClick={() => saveFile(state.file)}>
                Save it again
              </Button>
            </>
          ) : token === null || state.kind === 'refused' ? (
            <>
              <ClosedLink isRefused={state.kind === 'refused'}>
                Links to your data work once, within 7 days. If you need the file again, make a new request; it takes a
                minute.
              </ClosedLink>
              <ButtonLink to={paths.dataRequest()}>Make a new request</ButtonLink>
            </>
          ) : (
            <>
              <p>Press the button on the device where you want to keep the file. The link works once.</p>
              {problem !== null && <Note tone="error">{problem}</Note>}
              <Button size="large" aria-disabled={isBusy} onClick={() => download()}>
                {isBusy ? 'Preparing...' : 'Download my data'}
              </Button>
            </>
          )}
        </div>
      </AccountFrame>
    </>
  )
}
