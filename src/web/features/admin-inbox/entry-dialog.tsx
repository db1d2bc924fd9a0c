import { useState } from 'react'
import { STAFF_ORDERS_PATH } from '#contracts/staff-paths'
import type { InboxEntry } from '#contracts/inbox'
import { emailSearch } from '../../lib/email-search.ts'
import { formatShopTime } from '../../lib/format-shop-time.ts'
import type { Neighbors } from '../../lib/use-neighbors.ts'
import { useMay } from '../../lib/staff-person.ts'
import { useStaffList } from '../../lib/use-staff-list.ts'
import { withQuery } from '../../lib/with-query.ts'
import { Async } from '../../ui/async.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { NeighborButtons } from '../../ui/neighbor-buttons.tsx'
import { Note } from '../../ui/note.tsx'
import { PeopleHere } from '../../ui/people-here.tsx'
import { TableSkeleton } from '../../ui/table-skeleton.tsx'
import { DecideErasure } from './decide-erasure.tsx'
import { kindLabel } from './due.ts'
import { EntryBadges } from './entry-badges.tsx'
import { FailedRequest } from './failed-request.tsx'
import { HandleEntry } from './handle-entry.tsx'
import { ReplyForm } from './reply-form.tsx'
import { SendAgain } from './send-again.tsx'
import { SenderHistory } from './sender-history.tsx'
import { Thread } from './thread.tsx'
import { VerifyPerson } from './verify-person.tsx'
import { useEntry } from './use-entry.ts'

interface EntryDialogProps {
  readonly id: string
  /** The entry, where the list has it. */
  readonly listed: InboxEntry | undefined
  /** In the list that it lies over. */
  readonly neighbors: Neighbors
  /** The next one that waits for an answer. */
  readonly nextOpen: string | undefined
  readonly onOpen: (id: string) => void
  readonly onClose: () => void
  readonly onChanged: () => Promise<void>
}

/** One message or request: what it says, what was answered, who has it, what was noted, and how it ends. */
export function EntryDialog({ id, listed, neighbors, nextOpen, onOpen, onClose, onChanged }: EntryDialogProps) {
  const { entry, error, changes, retry, apply } = useEntry(id, listed)
  const mayAnswer = useMay('inbox.write')
  /** The entry in which an answer is being written. */
  const [written, setWritten] = useState<string | null>(null)
  /** Answers are written one after the other: the next begins at once. */
  const [isInARow, setInARow] = useState(false)

  async function changed(next: InboxEntry): Promise<void> {
    apply(next)
    await onChanged()
  }

  return (
    <Dialog
      onClose={onClose}
      title={entry?.subject ?? id}
      {...(entry !== undefined && {
        description: `${kindLabel(entry.kind)} ${entry.reference}, received ${formatShopTime(entry.receivedAt)}`,
      })}
      className="sm:max-w-5xl"
      opened={id}
      tools={
        <NeighborButtons
          noun="message"
          opened={id}
          neighbors={neighbors}
          onOpen={(next) => {
            setInARow(false)
            onOpen(next)
          }}
        />
      }
    >
      <Async
        data={entry}
        error={error}
        errorMessage="This entry could not be read."
        onRetry={retry}
        loading={<TableSkeleton text="Loading entry..." />}
      >
        {(shown) => (
          <div className="grid gap-6">
            <div>
              <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
                <EntryBadges entry={shown} />
                <span className="text-sm text-soft">Answer promised by {formatShopTime(shown.dueAt)}</span>
                <PeopleHere kind="inbox" id={shown.id} isEditing={written === shown.id} />
              </div>
              <div role="status" className="not-empty:mt-4">
                {changes.length > 0 && <Note tone="attention">{changes.join(' ')}</Note>}
              </div>
            </div>
            {shown.failure !== undefined && <FailedRequest key={shown.id} failure={shown.failure} onChanged={retry} />}
            {shown.suggestion === undefined || !mayAnswer ? (
              <Handling
                // Anew for each: what is typed belongs to one of them, and so does what was read of its sender.
                key={shown.id}
                entry={shown}
                mayAnswer={mayAnswer}
                onWriting={(isWriting) => setWritten((now) => (isWriting ? shown.id : now === shown.id ? null : now))}
                beginsAtOnce={isInARow}
                onNext={
                  nextOpen === undefined
                    ? undefined
                    : () => {
                        setInARow(true)
                        onOpen(nextOpen)
                      }
                }
                onChanged={changed}
                onConflict={retry}
              />
            ) : (
              <DecideErasure id={shown.id} suggestion={shown.suggestion} onDecided={changed}>
                <Thread entry={shown} />
              </DecideErasure>
            )}
          </div>
        )}
      </Async>
    </Dialog>
  )
}

interface HandlingProps {
  readonly entry: InboxEntry
  readonly mayAnswer: boolean
  /** Called with whether an answer is being written. */
  readonly onWriting: (isWriting: boolean) => void
  readonly beginsAtOnce: boolean
  readonly onNext: (() => void) | undefined
  readonly onChanged: (entry: InboxEntry) => Promise<void>
  readonly onConflict: () => Promise<void>
}

function Handling({ entry, mayAnswer, onWriting, beginsAtOnce, onNext, onChanged, onConflict }: HandlingProps) {
  const { email } = entry
  const orders = useOrdersOf(email)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[minmax(0,1fr)_18rem]">
      <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-6">
        <Thread
          entry={entry}
          renderUnsent={({ id }) =>
            mayAnswer && <SendAgain entry={entry} replyId={id} onSent={onChanged} onConflict={onConflict} />
          }
        />
        {mayAnswer && email !== null && (
          <ReplyForm
            entry={{ ...entry, email }}
            order={orders.data?.[0]?.id}
            onWriting={onWriting}
            beginsAtOnce={beginsAtOnce}
            onNext={onNext}
            onReplied={onChanged}
            onConflict={onConflict}
          />
        )}
        {mayAnswer && email === null && entry.state !== 'closed' && (
          <p className="text-sm text-soft">There is no email address to answer to.</p>
        )}
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-6">
        {mayAnswer && <HandleEntry entry={entry} onChanged={onChanged} onConflict={onConflict} />}
        {mayAnswer && entry.kind === 'privacy' && <VerifyPerson id={entry.id} onVerified={onConflict} />}
        {email !== null && <SenderHistory entry={{ ...entry, email }} orders={orders} />}
      </div>
    </div>
  )
}

/** The newest orders of an address. */
function useOrdersOf(email: string | null) {
  const orders = useStaffList(
    email === null ? null : withQuery(STAFF_ORDERS_PATH, { search: emailSearch(email), limit: 5 }),
  )
  return { ...orders, data: orders.data?.filter(({ customerEmail }) => customerEmail.toLowerCase() === email) }
}
