/** A refusal that only makes sense in HTTP's own words (a body too large, an unknown encoding): modules never throw it. */
export class HttpRefusal extends Error {
  override readonly name = 'HttpRefusal'
  readonly statusCode: number
  readonly code: string

  constructor(statusCode: number, code: string, message: string) {
    super(message)
    this.statusCode = statusCode
    this.code = code
  }
}
