const PLAIN = /filename=(?:"([^"]*)"|([^";]+))/i
const ENCODED = /filename\*=(?:utf-8)''([^;]+)/i

/** What a server calls a file that it sends, or else the last part of its address. */
export function fileNameOf(disposition: string | undefined, { pathname }: URL): string {
  const encoded = ENCODED.exec(disposition ?? '')?.[1]
  const [, quoted, bare] = PLAIN.exec(disposition ?? '') ?? []
  const named = encoded === undefined ? asUtf8(quoted ?? bare ?? '') : decoded(encoded)
  return named.trim() || decoded(pathname.split('/').at(-1) ?? '') || 'list'
}

/** Headers are read byte by byte; most servers that write other letters into them do it in UTF-8. */
function asUtf8(header: string): string {
  const text = Buffer.from(header, 'latin1').toString()
  return text.includes('\ufffd') ? header : text
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
