import { describe, expect, it } from 'vitest'
import type { Product, WrittenReview } from '#modules/catalog'
import type { EventBus } from '#platform/events/event-bus'
import type { OutgoingMail } from '#platform/mail/mailer'
import { mailAuthorWhenReviewWasHidden } from './mail-author-when-review-was-hidden.ts'

type Handle = (payload: object, context: { readonly jobId: string }) => Promise<void>

const HIDDEN_AT = new Date('2026-11-30T12:00:00.000Z')
const AUTHOR = { firstName: 'Dana', lastName: 'Whitfield', email: 'dana@example.com' }
const REVIEW: WrittenReview = {
  id: 'r1',
  productId: 7,
  rating: 1,
  customerName: 'Dana W.',
  customerTitle: null,
  comment: 'Mr. Miller of 12 Elm Street sold it to me.',
  createdAt: new Date(0),
  hidden: { at: HIDDEN_AT, reason: 'It names a private person.\nPlease write it without the name.' },
  customerId: 'c1',
}

/** What goes out when a review was hidden that is like this by the time its job runs. */
async function mailsAbout(
  review: WrittenReview | null,
  { isSold = true, isCustomer = true }: { readonly isSold?: boolean; readonly isCustomer?: boolean } = {},
): Promise<OutgoingMail[]> {
  const sent: OutgoingMail[] = []
  let handle: Handle = async () => {}
  mailAuthorWhenReviewWasHidden({
    events: {
      subscribe: (_event: unknown, _name: string, options: { readonly handle: Handle }) =>
        void (handle = options.handle),
    } as unknown as Pick<EventBus, 'subscribe'>,
    mailer: { send: async (_jobId, mail) => sent.push(mail) > 0 },
    catalog: {
      findReview: async () => review,
      findProducts: async () => (isSold ? [{ id: 7, name: 'Quill 7' } as Product] : []),
    },
    identity: { findAddressee: async (customerId) => (isCustomer && customerId === 'c1' ? AUTHOR : null) },
    shopUrl: 'https://shop.example',
  })
  await handle({ productId: 7, reviewId: 'r1', hiddenAt: HIDDEN_AT }, { jobId: 'a job' })
  return sent
}

describe('the customer whose review was hidden', () => {
  it('is told what was taken out, why, and whom to write to', async () => {
    const [mail, ...others] = await mailsAbout(REVIEW)
    expect(others).toEqual([])
    expect(mail).toMatchObject({
      to: { name: 'Dana Whitfield', address: 'dana@example.com' },
      subject: 'Your review of Quill 7 is no longer shown',
      onBehalfOf: 'c1',
      mustArrive: true,
    })
    for (const form of [mail?.personal?.text, mail?.personal?.html]) {
      expect(form).toContain('Hello Dana,')
      expect(form).toContain('It names a private person.')
      expect(form).toContain('https://shop.example/contact')
      expect(form).toContain('https://shop.example/terms#account')
    }
  })

  it('gets neither name nor reason, nor words of the review, where nobody has proved the address', async () => {
    const [mail] = await mailsAbout(REVIEW)
    const outer = [mail?.subject, mail?.text, mail?.html].join('\n')
    expect(outer).toContain('https://shop.example/contact')
    expect(outer).not.toMatch(/Dana|private person|without the name/)
    expect(JSON.stringify(mail)).not.toMatch(/Miller|Elm Street/)
  })

  it.each([
    ['was shown again', { ...REVIEW, hidden: null }, {}],
    ['was hidden again, of which another mail tells', { ...REVIEW, hidden: { at: new Date(1), reason: 'Spam' } }, {}],
    ['is gone', null, {}],
    ['has lost its customer', { ...REVIEW, customerId: null }, {}],
    ['is by an account that is being deleted', REVIEW, { isCustomer: false }],
    ['is of a product that is being deleted', REVIEW, { isSold: false }],
  ])('gets no mail when it %s before that went out', async (_, review, shop) => {
    expect(await mailsAbout(review, shop)).toEqual([])
  })
})
