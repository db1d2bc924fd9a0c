/** An export or import that cannot be done; the message is one sentence for the person who started it. */
export class DataRefused extends Error {
  override readonly name = 'DataRefused'
}
