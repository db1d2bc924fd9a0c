import { describe, expect, it } from 'vitest'
import { CHALLENGE_MS, newChallenge, openChallenge } from './passkey-challenge.ts'
import { createSeal } from '#platform/security/seal'

const seal = createSeal(['a-quiet-Harbour-of-Winter-1234-5678'], 'staff secrets')
const now = new Date('2026-11-23T04:00:00Z')

describe('the challenge of a passkey', () => {
  it('comes back as it was made, for five minutes', () => {
    const { challenge, sealed } = newChallenge(seal, 'passkey sign-in', now)
    expect(Buffer.from(challenge, 'base64url')).toHaveLength(32)
    const at = (ms: number) => openChallenge(seal, sealed, 'passkey sign-in', new Date(now.getTime() + ms))
    expect(at(0)).toBe(challenge)
    expect(at(CHALLENGE_MS - 1)).toBe(challenge)
    expect(at(CHALLENGE_MS)).toBeNull()
  })

  it('counts for its own purpose and person, and for no other', () => {
    const { sealed } = newChallenge(seal, 'new passkey of ada', now)
    expect(openChallenge(seal, sealed, 'new passkey of ada', now)).not.toBeNull()
    expect(openChallenge(seal, sealed, 'new passkey of bob', now)).toBeNull()
    expect(openChallenge(seal, sealed, 'passkey sign-in', now)).toBeNull()
  })

  it('is none that the shop has not made', () => {
    const { sealed } = newChallenge(
      createSeal(['another-Lighthouse-of-Spring-987'], 'staff secrets'),
      'passkey sign-in',
      now,
    )
    for (const forged of [null, '', 'made-up', sealed])
      expect(openChallenge(seal, forged, 'passkey sign-in', now)).toBeNull()
  })

  it('is another one each time, and hidden in the cookie', () => {
    const one = newChallenge(seal, 'passkey sign-in', now)
    expect(newChallenge(seal, 'passkey sign-in', now).challenge).not.toBe(one.challenge)
    expect(Buffer.from(one.sealed, 'base64url').toString()).not.toContain(one.challenge)
  })
})
