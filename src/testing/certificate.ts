import { generateKeyPairSync, sign } from 'node:crypto'

/** A key and a certificate that signs itself, as PEM. */
export interface Certificate {
  readonly key: string
  readonly cert: string
}

/** One value of DER: its kind, its length, its content. */
function der(kind: number, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents)
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([kind, ...size]), content])
}

const sequence = (...contents: readonly Buffer[]) => der(0x30, ...contents)
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
const integer = (value: number) => der(0x02, Buffer.from([value]))
const bits = (content: Buffer) => der(0x03, Buffer.from([0]), content)

const ECDSA_WITH_SHA256 = sequence(oid('2a8648ce3d040302'))
const COMMON_NAME = oid('550403')
const SUBJECT_ALT_NAME = oid('551d11')

/** RFC 5280 writes years to 2049 with two digits. */
const time = (at: Date) => der(0x17, Buffer.from(`${at.toISOString().replaceAll(/\D/g, '').slice(2, 14)}Z`))

/**
 * Makes a certificate that nobody vouches for, which Node itself cannot: X.509 version 3, P-256, valid for an hour.
 * @param hostname the only name that it is good for
 */
export function makeCertificate(hostname: string): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from(hostname)))))
  const altNames = sequence(der(0x82, Buffer.from(hostname)))
  const now = Date.now()
  const content = sequence(
    der(0xa0, integer(2)),
    integer(1),
    ECDSA_WITH_SHA256,
    name,
    sequence(time(new Date(now - 60_000)), time(new Date(now + 3_600_000))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(sequence(SUBJECT_ALT_NAME, der(0x04, altNames)))),
  )
  const whole = sequence(content, ECDSA_WITH_SHA256, bits(sign('sha256', content, privateKey)))
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${whole.toString('base64').replaceAll(/(.{64})/g, '$1\n')}\n-----END CERTIFICATE-----\n`,
  }
}
