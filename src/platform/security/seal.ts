import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const NONCE = 12
const TAG = 16

/** Encrypts what the database or a browser keeps for the shop and must neither read nor change. */
export interface Seal {
  /** @param context what the text belongs to; it opens in no other */
  close(text: string, context: string): string
  /** null for what this shop did not seal in this context. */
  open(sealed: string, context: string): { readonly text: string; readonly isOfOldSecret: boolean } | null
}

/**
 * @param secrets of the shop: the first seals, all of them open; each key is derived from one
 * @param purpose what is sealed; the seal of one purpose opens nothing of another
 */
export function createSeal(secrets: readonly [string, ...string[]], purpose: string): Seal {
  const keys = secrets.map((secret) => Buffer.from(hkdfSync('sha256', secret, '', `superprinter ${purpose}`, 32)))
  const [newest = Buffer.alloc(0)] = keys

  function openWith(key: Buffer, bytes: Buffer, context: string): string | null {
    try {
      const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE), { authTagLength: TAG })
      decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(-TAG))
      return Buffer.concat([decipher.update(bytes.subarray(NONCE, -TAG)), decipher.final()]).toString()
    } catch {
      return null
    }
  }

  return {
    close(text, context) {
      const nonce = randomBytes(NONCE)
      const cipher = createCipheriv(CIPHER, newest, nonce, { authTagLength: TAG }).setAAD(Buffer.from(context))
      const bytes = Buffer.concat([cipher.update(text), cipher.final()])
      return Buffer.concat([nonce, bytes, cipher.getAuthTag()]).toString('base64url')
    },
    open(sealed, context) {
      const bytes = Buffer.from(sealed, 'base64url')
      if (bytes.length < NONCE + TAG) return null
      for (const [index, key] of keys.entries()) {
        const text = openWith(key, bytes, context)
        if (text !== null) return { text, isOfOldSecret: index > 0 }
      }
      return null
    },
  }
}
