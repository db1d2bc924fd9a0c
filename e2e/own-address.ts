import type { BrowserContext, Route } from '@playwright/test'
import { request, type IncomingHttpHeaders } from 'node:http'

/** Where forms are sent to. The shop takes twenty of them an hour from one address, which all journeys would share. */
const FORMS = /\/api\/(?:messages|data-requests)$/

/** Another one for every journey, all of this machine. */
let journeys = 0
function nextAddress(worker: number): string {
  journeys += 1
  return `127.${1 + (worker % 250)}.${Math.floor(journeys / 250)}.${1 + (journeys % 250)}`
}

interface Answer {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: Buffer
}

/** What belongs to one connection, or is said anew of what is passed on. */
const OF_THE_CONNECTION = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length'])

function headersOf(headers: IncomingHttpHeaders): Record<string, string> {
  const known = Object.entries(headers).filter(([name]) => !OF_THE_CONNECTION.has(name))
  return Object.fromEntries(known.map(([name, value]) => [name, Array.isArray(value) ? value.join('\n') : `${value}`]))
}

async function sendFrom(localAddress: string | undefined, route: Route): Promise<Answer> {
  const asked = route.request()
  const headers = await asked.allHeaders()
  const kept = Object.entries(headers).filter(([name]) => !/^(?::.*|accept-encoding|content-length)$/.test(name))
  return new Promise((resolve, reject) => {
    const sending = request(
      asked.url(),
      { method: asked.method(), headers: Object.fromEntries(kept), agent: false, localAddress },
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
    sending.end(asked.postDataBuffer())
  })
}

/**
 * Has the forms of a journey come from an address of its own, so that the shop's limit holds for each journey and never for
 * all of them. What a journey answers itself, or lets through by `route.continue`, does not come here. On a machine that
 * has no more addresses than one they all come from that.
 * @param worker the number of the process that runs the journey
 */
export async function sendFormsFromOwnAddress(context: BrowserContext, worker: number): Promise<void> {
  const address = nextAddress(worker)
  await context.route(FORMS, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    const answer = await sendFrom(address, route).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRNOTAVAIL') return sendFrom(undefined, route)
      throw error
    })
    return route.fulfill(answer)
  })
}

/** Collects the forms of a journey that the shop did not take, because their address had sent too many. */
export function collectRefusedForms(context: BrowserContext): readonly string[] {
  const refused: string[] = []
  context.on('response', (answer) => {
    if (answer.status() === 429 && FORMS.test(answer.url())) refused.push(answer.url())
  })
  return refused
}
