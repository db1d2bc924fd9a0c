import { isoCBOR } from '@simplewebauthn/server/helpers'
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { PasskeyCreationOptions, PasskeyRequestOptions } from '#contracts/passkeys'

type Cbor = Parameters<typeof isoCBOR.encode>[0]

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

/** What a device says differently from an honest one. */
export interface Lie {
  readonly type?: string
  readonly challenge?: string
  readonly origin?: string
  readonly rpId?: string
  readonly flags?: number
  readonly counter?: number
  readonly userHandle?: string
  readonly id?: string
  /** Its number in COSE. */
  readonly algorithm?: number
}

/** A device or password manager with one passkey (WebAuthn level 3, sections 6.1 and 6.5), as seen by the browser's page. */
export function createPasskeyDevice(origin: string, { counts = true }: { readonly counts?: boolean } = {}) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const ownId = randomBytes(32)
  let counter = 0
  let userHandle = ''

  const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest()
  const clientData = (type: string, challenge: string, lie: Lie) =>
    Buffer.from(
      JSON.stringify({ type: lie.type ?? type, challenge: lie.challenge ?? challenge, origin: lie.origin ?? origin }),
    )

  function authenticatorData(rpId: string, honestFlags: number, lie: Lie, credential = Buffer.alloc(0)): Buffer {
    counter += counts ? 1 : 0
    const head = Buffer.alloc(5)
    head.writeUInt8(lie.flags ?? honestFlags)
    head.writeUInt32BE(lie.counter ?? counter, 1)
    return Buffer.concat([sha256(lie.rpId ?? rpId), head, credential])
  }

  function coseKey({ algorithm = -7 }: Lie): Uint8Array {
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    const coordinate = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))
    const key = new Map<string | number, Cbor>([
      [1, 2],
      [3, algorithm],
      [-1, 1],
      [-2, coordinate(x)],
      [-3, coordinate(y)],
    ])
    return isoCBOR.encode(key)
  }

  const id = ownId.toString('base64url')
  return {
    id,
    /** The answer of `navigator.credentials.create`. */
    create(options: PasskeyCreationOptions, lie: Lie = {}) {
      userHandle = options.user.id
      const length = Buffer.alloc(2)
      length.writeUInt16BE(ownId.length)
      const credential = Buffer.concat([Buffer.alloc(16), length, ownId, coseKey(lie)])
      const flags = USER_PRESENT | USER_VERIFIED | HAS_CREDENTIAL
      const authData = new Uint8Array(authenticatorData(options.rp.id, flags, lie, credential))
      const attestation = isoCBOR.encode(
        new Map<string | number, Cbor>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', authData],
        ]),
      )
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: clientData('webauthn.create', options.challenge, lie).toString('base64url'),
          attestationObject: Buffer.from(attestation).toString('base64url'),
          transports: ['internal', 'hybrid'],
        },
      }
    },
    /** The answer of `navigator.credentials.get`. */
    get(options: PasskeyRequestOptions, lie: Lie = {}) {
      const json = clientData('webauthn.get', options.challenge, lie)
      const authData = authenticatorData(options.rpId, USER_PRESENT | USER_VERIFIED, lie)
      const signature = sign('sha256', Buffer.concat([authData, sha256(json)]), privateKey)
      const given = lie.id ?? id
      return {
        id: given,
        rawId: given,
        type: 'public-key',
        response: {
          clientDataJSON: json.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: signature.toString('base64url'),
          userHandle: lie.userHandle ?? userHandle,
        },
      }
    },
  }
}
