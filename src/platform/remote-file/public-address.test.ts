import { expect, it } from 'vitest'
import { isPublicAddress } from './public-address.ts'

it.each(['8.8.8.8', '1.1.1.1', '93.184.216.34', '2606:4700:4700::1111', '2a00:1450:4001:81b::200e'])(
  '%s is an address of the public internet',
  (address) => expect(isPublicAddress(address)).toBe(true),
)

it.each([
  ['loopback', '127.0.0.1', '127.255.0.9', '::1'],
  ['unspecified', '0.0.0.0', '0.1.2.3', '::'],
  ['private', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fd12:3456::1', 'fec0::1'],
  ['link-local, with what clouds answer there', '169.254.169.254', 'fe80::1', 'fe80::1%eth0'],
  ['shared by a provider', '100.64.0.1', '100.127.255.254'],
  ['multicast and broadcast', '224.0.0.1', '239.1.1.1', '255.255.255.255', 'ff02::1'],
  ['for documentation, tests and the future', '192.0.2.1', '198.51.100.1', '203.0.113.1', '198.18.0.1', '240.0.0.1'],
  ['special in IPv6', '2001:db8::1', '3fff::1', '100::1', '2001:20::1', '5f00::1', '4000::1'],
  ['IPv4 within IPv6', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '::7f00:1', '::ffff:0:127.0.0.1'],
  ['IPv4 behind a gateway', '2002:7f00:1::', '2001::1', '64:ff9b::7f00:1', '64:ff9b:1::1', '192.88.99.1'],
  ['no address', '', 'localhost', '127.1', '2130706433', '0x7f.1', '8.8.8', '1.2.3.4/8'],
])('addresses that are %s are not', (_kind, ...addresses) => {
  for (const address of addresses) expect(isPublicAddress(address), address).toBe(false)
})
