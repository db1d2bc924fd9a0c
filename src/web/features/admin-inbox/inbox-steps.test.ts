import { beforeEach, describe, expect, test, vi } from 'vitest'
import { decideErasure, verificationProblem, verifyPerson } from './inbox-steps.ts'
import { LOST, stubShop } from '../../testing/stubbed-shop.ts'

const { sent, answers, loses } = stubShop()
const refused = (code: string) => Response.json({ code, message: 'No.', requestId: 'r' }, { status: 409 })

describe('the person of a privacy request', () => {
  const PROOFS = [
    { kind: 'phone', key: 'k'.repeat(22) },
    { kind: 'code', code: 'ABCD' },
  ] as const

  test.each(PROOFS)('is verified by the $kind whose answer was lost, when the request is confirmed', async (proof) => {
    loses()
    answers({ isVerified: true })
    await expect(verifyPerson('DR-1', proof)).resolves.toEqual({ isVerified: true })
    const [path, request] = sent.mock.calls[0] ?? []
    expect(path).toBe(`/api/admin/inbox/DR-1/verification/${proof.kind}`)
    const { kind: _kind, ...body } = proof
    expect(JSON.parse(String(request?.body))).toEqual(body)
  })

  test('is verified when somebody else was faster, and not while nobody has confirmed the request', async () => {
    sent.mockResolvedValueOnce(refused('NOT_TO_VERIFY'))
    answers({ isVerified: true })
    await expect(verifyPerson('DR-1', PROOFS[0])).resolves.toEqual({ isVerified: true })
    loses()
    answers({ isVerified: false })
    await expect(verifyPerson('DR-1', PROOFS[0])).rejects.toBe(LOST)
  })
})

test('what could not be prepared is a letter, not a person', () => {
  expect(verificationProblem(LOST, 'letter')).toBe(
    'The letter could not be prepared. Check the connection and try again.',
  )
  expect(verificationProblem(LOST, 'phone')).toBe(
    'The person could not be verified. Check the connection and try again.',
  )
})

describe('the decision of an erasure', () => {
  const decided = (decision: string | null) => ({ id: 'ES-1', suggestion: { decision } })
  const onRead = vi.fn()
  beforeEach(() => void onRead.mockReset())

  test('is made when its answer was lost and the entry says so', async () => {
    loses()
    answers(decided('confirmed'))
    await expect(decideErasure('ES-1', 'confirm', onRead)).resolves.toEqual(decided('confirmed'))
  })

  test('shows what somebody else has decided, and is not made when it is the other one', async () => {
    sent.mockResolvedValueOnce(refused('SUGGESTION_DECIDED'))
    answers(decided('refused'))
    await expect(decideErasure('ES-1', 'confirm', onRead)).rejects.toMatchObject({ status: 409 })
    expect(onRead).toHaveBeenCalledWith(decided('refused'))
  })
})
