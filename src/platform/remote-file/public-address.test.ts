import { expect, it } from 'vitest'
import { hasPublicHost, isPublicAddress } from './public-address.ts'

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

it.each([
  ['of this machine or network', '10.0.0.1', '192.168.1.9:8080', '127.0.0.1', '169.254.169.254', '[::1]', '[fd00::1]'],
  [
    'an IPv4 address in another notation',
    '127.1',
    '0x7f.1',
    '2130706433',
    '017700000001',
    '0300.0250.0.1',
    '１２７.0.0.1',
  ],
  ['an IPv4 address within IPv6', '[::ffff:10.0.0.1]', '[64:ff9b::a00:1]', '[2002:a00:1::]'],
  ['a local name', 'localhost', 'LOCALHOST.', 'a.localhost', 'nas', 'nas.', 'nas.local', 'files.corp', 'x.home.arpa'],
  ['behind a user', 'example.com@10.0.0.1', 'example.com:80@nas.local'],
  ['none', '999.1.1.1', 'a b', '[::1'],
])('a URL whose host is %s is for nobody else', (_kind, ...hosts) => {
  for (const host of hosts) expect(hasPublicHost(`http://${host}/a.jpg`), host).toBe(false)
})

it('a URL with a name or address of the internet is for everybody', () => {
  for (const host of [
    'example.com',
    'cdn.example',
    '8.8.8.8',
    '[2606:4700::1]:8443',
    'local.example.com',
    '10.0.0.1.com',
  ])
    expect(hasPublicHost(`https://${host}/a.jpg`), host).toBe(true)
})
