import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'

/**
 * Where a mail server stops, each before its answer: to the connection, the sender, the recipient, DATA, and the dot that
 * ends a mail. From the dot on the mail is the server's.
 */
export type Step = 'greeting' | 'sender' | 'recipient' | 'data' | 'end'

/** A mail that came as a whole. */
export interface TakenMail {
  readonly to: string
  readonly messageId: string
}

/** A mail server that stops at a step of a connection until it is told to go on. */
export interface HaltingRelay {
  /** For `SMTP_URL`. */
  readonly url: string
  readonly taken: readonly TakenMail[]
  /** The steps at which connections stand now. */
  halted(): readonly Step[]
  /** How many connections are open that have stood at a step. */
  haltedAndOpen(): number
  /** The next connections stop, one at each of these steps; those behind them do not. */
  haltAt(steps: readonly Step[]): void
  /** Goes on with those that stand at a step, or with so many of them. */
  goOn(step: Step, count?: number): void
  /** From now on it answers this at a step, and takes nothing; null: no more. */
  refuse(refusal: { readonly at: Step; readonly answer: string } | null): void
  stop(): Promise<void>
}

interface Halted {
  readonly step: Step
  readonly goOn: () => void
}

const END_OF_MAIL = '\r\n.\r\n'

/** Starts a mail server on the loopback interface. */
export async function startHaltingRelay(): Promise<HaltingRelay> {
  const taken: TakenMail[] = []
  const planned: Step[] = []
  const halted = new Map<Socket, Halted>()
  const open = new Set<Socket>()
  const everHalted = new WeakSet<Socket>()
  let refusal: Parameters<HaltingRelay['refuse']>[0] = null

  const server = createServer((socket) => {
    open.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => {
      open.delete(socket)
      halted.delete(socket)
    })
    serve(socket, planned.shift())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')

  function serve(socket: Socket, stopsAt: Step | undefined): void {
    let unread = ''
    let to = ''
    let isMail = false

    function reach(step: Step, goOn: () => void): void {
      if (step !== stopsAt) return goOn()
      everHalted.add(socket)
      halted.set(socket, { step, goOn })
    }
    const isRefusedAt = (step: Step) => refusal?.at === step
    const answer = (step: Step, text: string) =>
      reach(step, () => {
        if (socket.writable) socket.write(`${isRefusedAt(step) ? refusal?.answer : text}\r\n`)
      })

    function takeMail(mail: string): void {
      if (!isRefusedAt('end')) taken.push({ to, messageId: /^Message-ID: *(\S+)/im.exec(mail)?.[1] ?? '' })
      answer('end', '250 taken')
    }
    function obey(line: string): void {
      if (/^MAIL/i.test(line)) answer('sender', '250 ok')
      else if (/^RCPT/i.test(line)) {
        to = /<([^>]*)>/.exec(line)?.[1] ?? ''
        answer('recipient', '250 ok')
      } else if (/^DATA/i.test(line)) {
        isMail = !isRefusedAt('data')
        answer('data', '354 go on')
      } else socket.write('250 ok\r\n')
    }

    answer('greeting', '220 ready')
    socket.on('data', (chunk) => {
      unread += chunk.toString('latin1')
      if (isMail) {
        // Nothing comes behind the dot before it is answered.
        if (!unread.endsWith(END_OF_MAIL)) return
        const mail = unread
        unread = ''
        isMail = false
        return takeMail(mail)
      }
      for (let end = unread.indexOf('\r\n'); end >= 0; end = unread.indexOf('\r\n')) {
        const line = unread.slice(0, end)
        unread = unread.slice(end + 2)
        obey(line)
      }
    })
  }

  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken,
    halted: () => [...halted.values()].map(({ step }) => step),
    haltedAndOpen: () => [...open].filter((socket) => everHalted.has(socket)).length,
    haltAt: (steps) => void planned.splice(0, Infinity, ...steps),
    goOn(step, count = Infinity) {
      const standing = [...halted].filter(([, each]) => each.step === step).slice(0, count)
      for (const [socket, { goOn }] of standing) {
        halted.delete(socket)
        goOn()
      }
    },
    refuse: (next) => void (refusal = next),
    async stop() {
      server.close()
      for (const socket of open) socket.destroy()
      await once(server, 'close')
    },
  }
}
