import { useEffect, useRef, useState } from 'react'
import { useSWRConfig } from 'swr'
import type { StaffReview } from '#contracts/admin'
import { productPath, reviewsPath } from '#contracts/api-paths'
import { hideReviewPath, productHistoryPath, showReviewPath } from '#contracts/staff-paths'
import type { ApiPath } from '#contracts/api-path'
import { api, apiList, type ListAnswer } from '../../lib/api-client.ts'
import { takeStep } from '../../lib/api-once.ts'
import { errorMessage } from '../../lib/error-message.ts'
import { isFocusLost } from '../../lib/is-focus-lost.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Field, TextArea } from '../../ui/field.tsx'
import { Alert } from '../../ui/note.tsx'
import { toast } from '../../ui/toast.tsx'
import { readProduct } from './product-calls.ts'

interface ModerateReviewProps {
  readonly review: StaffReview
  /** Where the list in view was read from. */
  readonly listPath: ApiPath<readonly StaffReview[]>
}

/** Who learns the reason. */
const REASON_HINTS = {
  'with-reason': 'The customer gets it by email. The shop does not show it.',
  'without-reason': 'The customer gets an email without it: their address is not confirmed. The shop does not show it.',
  none: 'Only staff see it: the review has no customer account, so no email is sent.',
} as const satisfies Record<NonNullable<StaffReview['authorMail']> | 'none', string>

/** Hides a review, for a reason that is asked for, or shows it again. The focus stays with its buttons. */
export function ModerateReview({ review, listPath }: ModerateReviewProps) {
  const { productId, id, hidden, customerName, authorMail } = review
  const isHidden = hidden !== null
  const hiddenAt = hidden?.at ?? null
  const [isAsking, setAsking] = useState(false)
  const [reason, setReason] = useState('')
  /** The state of the review that the problem is about, which may be newer than the one that was pressed. */
  const [problemAt, setProblemAt] = useState(hiddenAt)
  const showChange = useShownChange(listPath)
  const { run, isBusy, problem } = useAction(
    async () => {
      setProblemAt(hiddenAt)
      const changed = await takeStep({
        send: () =>
          hiddenAt === null
            ? api(hideReviewPath(productId, id), { method: 'POST', body: { reason } })
            : api(showReviewPath(productId, id), { method: 'POST', body: { hiddenAtWas: hiddenAt } }),
        read: () => readReview(listPath, review),
        isTaken: (now) => (now.hidden?.reason ?? null) === (isHidden ? null : reason.trim().normalize()),
        onRead(now) {
          setProblemAt(now.hidden?.at ?? null)
          showChange(now)
        },
      })
      toast(
        changed.hidden === null
          ? { title: 'Review shown again', description: 'It counts for the rating of the product.' }
          : { title: 'Review hidden', description: 'It no longer counts for the rating of the product.' },
      )
      showChange(changed)
    },
    (error) => errorMessage(error, `The review could not be ${isHidden ? 'shown' : 'hidden'}.`),
  )
  // Also when somebody else was faster: nothing is left to ask.
  const [wasHidden, setWasHidden] = useState(isHidden)
  if (wasHidden !== isHidden) {
    setWasHidden(isHidden)
    setAsking(false)
    setReason('')
  }
  const place = useFocusOfQuestion(isAsking, isHidden)

  return (
    <div ref={place} className="grid gap-3">
      <Alert message={problemAt === hiddenAt ? problem : null} />
      {isAsking ? (
        <>
          <Field label="Reason" hint={REASON_HINTS[authorMail ?? 'none']} required>
            <TextArea rows={2} maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
          </Field>
          <div className="flex flex-wrap gap-3">
            <Button size="small" disabled={reason.trim() === ''} aria-disabled={isBusy} onClick={() => run()}>
              {isBusy ? 'Hiding...' : 'Hide review'}
            </Button>
            <Button size="small" variant="ghost" onClick={() => setAsking(false)}>
              Back
            </Button>
          </div>
        </>
      ) : (
        <Button
          data-begins=""
          size="small"
          variant="quiet"
          className="justify-self-start"
          aria-disabled={isBusy}
          onClick={() => (isHidden ? run() : setAsking(true))}
        >
          {!isHidden ? 'Hide' : isBusy ? 'Showing...' : 'Show again'}
          <span className="sr-only"> the review by {customerName}</span>
        </Button>
      )}
    </div>
  )
}

/** The review as the shop has it now. */
async function readReview(listPath: string, { id }: StaffReview): Promise<StaffReview> {
  const { rows } = await apiList<StaffReview>(listPath)
  const found = rows.find((review) => review.id === id)
  if (found === undefined) throw new Error('The list has it no more.')
  return found
}

/** Shows what became of a review in the list, and everywhere else by what the shop says now. */
function useShownChange(listPath: string) {
  const { mutate } = useSWRConfig()
  return (changed: StaffReview): void => {
    const { productId } = changed
    void mutate<ListAnswer<StaffReview>>(
      listPath,
      (known) => known && { ...known, rows: known.rows.map((review) => (review.id === changed.id ? changed : review)) },
      { revalidate: false },
    )
    // The page of the product may have been looked at before in this tab; it reads its reviews again.
    void Promise.all([
      mutate(productPath(productId), readProduct(productId), { revalidate: false }),
      mutate(reviewsPath(productId), undefined),
      mutate(productHistoryPath(productId)),
    ]).catch(() => undefined)
  }
}

/** The question gets the focus; its button has it again afterwards, unless something else took it meanwhile. */
function useFocusOfQuestion(isAsking: boolean, isHidden: boolean) {
  const place = useRef<HTMLDivElement>(null)
  const before = useRef({ isAsking, isHidden })
  useEffect(() => {
    const { current } = before
    before.current = { isAsking, isHidden }
    if (isAsking) {
      place.current?.querySelector('textarea')?.focus({ preventScroll: true })
      // With its buttons, and above what stands at the foot of the editor.
      place.current?.scrollIntoView({ block: 'nearest' })
    } else if (current.isAsking && isFocusLost())
      place.current?.querySelector<HTMLButtonElement>('[data-begins]')?.focus({ preventScroll: true })
  }, [isAsking, isHidden])
  return place
}
