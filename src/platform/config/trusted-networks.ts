import { isIP } from 'node:net'
import { z } from 'zod'

function isCidr(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const version = isIP(address)
  if (version === 0 || address.includes('%') || more.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}

/** The widest networks that one owner has for themselves are 10.0.0.0/8 and fc00::/7. */
function isWholeInternet(cidr: string): boolean {
  const [address = '', bits] = cidr.split('/')
  if (bits === undefined) return false
  const widest = isIP(address) === 4 ? 8 : /^::(ffff|$)/i.test(address) ? 104 : 7
  return Number(bits) < widest
}

/** Addresses and networks separated by commas, none of them so wide that visitors could be in it. */
export const trustedNetworks = z
  .string()
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  )
  .refine(
    (parts) => parts.every(isCidr),
    'must be addresses or networks separated by commas, for example 10.0.0.0/8 (a number of hops or "true" would let visitors choose their own address)',
  )
  .refine(
    (parts) => !parts.some(isWholeInternet),
    'must name the proxies only: a network as wide as this would let visitors choose their own address',
  )
