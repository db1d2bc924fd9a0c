import type { Browser } from '@playwright/test'
import { request, type IncomingHttpHeaders } from 'node:http'

/**
 * Where forms are sent to. The shop takes twenty of them an hour from one address, which all journeys would share. The
 * browser holds back nothing else: a route of Playwright's would hold back every request of every page for it, and keep
 * the browser from its cache, a sixth of what the journeys take of the processor.
 */
const FORMS = ['*/api/messages', '*/api/data-requests']

/** Another one for every journey, all of this machine. */
let journeys = 0
function nextAddress(worker: number): string {
  journeys += 1
  return `127.${1 + (worker % 250)}.${Math.floor(journeys / 250)}.${1 + (journeys % 250)}`
}

interface Asked {
  readonly url: string
  readonly method: string
  readonly headers: Record<string, string>
  /** In parts, as the browser hands it over. */
  readonly postDataEntries?: readonly { readonly bytes?: string }[]
}

interface Answer {
  readonly status: number
  readonly headers: { name: string; value: string }[]
  readonly body: Buffer
}

export interface FormsOfJourney {
  /** The addresses of the forms that the shop did not take, because too many had come from the journey's. */
  readonly refused: readonly string[]
  end(): Promise<void>
}

/** What belongs to one connection, or is said anew of what is passed on. */
const OF_THE_CONNECTION = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length'])

function headersOf(headers: IncomingHttpHeaders): Answer['headers'] {
  return Object.entries(headers)
    .filter(([name]) => !OF_THE_CONNECTION.has(name))
    .flatMap(([name, values]) => [values ?? []].flat().map((value) => ({ name, value })))
}

async function sendFrom(localAddress: string | undefined, asked: Asked): Promise<Answer> {
  const kept = Object.entries(asked.headers).filter(([name]) => !/^(?:accept-encoding|content-length)$/i.test(name))
  const body = Buffer.concat((asked.postDataEntries ?? []).map(({ bytes = '' }) => Buffer.from(bytes, 'base64')))
  return new Promise((resolve, reject) => {
    const sending = request(
      asked.url,
      { method: asked.method, headers: Object.fromEntries(kept), agent: false, localAddress },
      (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => void chunks.push(chunk))
        answer.on('error', reject)
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: headersOf(answer.headers),
            body: Buffer.concat(chunks),
          }),
        )
      },
    )
    sending.on('error', reject)
    sending.end(body)
  })
}

/**
 * Has the forms of a journey come from an address of its own, so that the shop's limit holds for each journey and never for
 * all of them. What a journey answers itself does not come here: its routes are asked before. On a machine that has no
 * more addresses than one they all come from that.
 * @param worker the number of the process that runs the journey
 */
export async function sendFormsFromOwnAddress(browser: Browser, worker: number): Promise<FormsOfJourney> {
  const address = nextAddress(worker)
  const refused: string[] = []
  const send = async (asked: Asked) => {
    const answer = await sendFrom(address, asked).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRNOTAVAIL') return sendFrom(undefined, asked)
      throw error
    })
    if (answer.status === 429) refused.push(asked.url)
    return answer
  }
  const session = await browser.newBrowserCDPSession()
  session.on('Fetch.requestPaused', async ({ requestId, request: asked }) => {
    const answer = asked.method === 'POST' ? await send(asked) : null
    const passingOn =
      answer === null
        ? session.send('Fetch.continueRequest', { requestId })
        : session.send('Fetch.fulfillRequest', {
            requestId,
            responseCode: answer.status,
            responseHeaders: answer.headers,
            body: answer.body.toString('base64'),
          })
    // Who has left the page meanwhile waits for no answer.
    await passingOn.catch(() => undefined)
  })
  await session.send('Fetch.enable', { patterns: FORMS.map((urlPattern) => ({ urlPattern })) })
  return { refused, end: () => session.detach() }
}
