/**
 * Whether a host name or address means this machine and nothing else: `localhost` and names below it, 127.0.0.0/8, `::1`.
 * An IPv6 address may be in brackets, as in a URL, or carry an IPv4 one.
 */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[|\]$/g, '')
  return name === 'localhost' || name.endsWith('.localhost') || /^(?:(?:::ffff:)?127(?:\.\d{1,3}){3}|::1)$/.test(name)
}
