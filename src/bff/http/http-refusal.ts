/** An error that exists only in HTTP, such as an unknown content encoding. Modules never throw it. */
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
