/** The process does not start for a reason that its owner can remove: the message is a sentence for them. */
export class StartRefused extends Error {
  override readonly name: string = 'StartRefused'
}
