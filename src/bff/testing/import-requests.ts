import request from 'supertest'
import type { Import, ImportRow } from '#contracts/imports'
import { eventually } from '../../testing/eventually.ts'
import type { RunningShop } from '../../testing/start-shop.ts'

export interface ImportDesk {
  /** Sends a file; the answer as it is. */
  send(csv: string | Buffer, fields?: Readonly<Record<string, string>>, fileName?: string): request.Test
  /** Sends a file that must be taken and waits until its job is through. */
  run(csv: string | Buffer, fields?: Readonly<Record<string, string>>): Promise<Import>
  get(id: string): Promise<Import>
  /** Waits until nothing is under way any more. */
  settled(id: string): Promise<Import>
  rows(id: string, query?: string): Promise<{ readonly rows: ImportRow[]; readonly total: number }>
  post(path: string): request.Test
}

const UNDER_WAY: readonly string[] = ['previewing', 'queued', 'running', 'undoing']

/** The import calls as a member of staff makes them. */
export function importDesk({ app }: RunningShop, bearer: { readonly Authorization: string }): ImportDesk {
  const base = '/api/admin/imports'

  const desk: ImportDesk = {
    send(csv, fields = {}, fileName = 'prices.csv') {
      let sent = request(app.server).post(base).set(bearer)
      for (const [name, value] of Object.entries(fields)) sent = sent.field(name, value)
      return sent.attach('file', Buffer.from(csv as string), { filename: fileName, contentType: 'text/csv' })
    },
    async run(csv, fields) {
      const answer = await desk.send(csv, fields)
      if (answer.status !== 202)
        throw new Error(`The file was refused: ${answer.status} ${JSON.stringify(answer.body)}`)
      return desk.settled(String(answer.body.id))
    },
    async get(id) {
      return (await request(app.server).get(`${base}/${id}`).set(bearer).expect(200)).body as Import
    },
    settled: (id) =>
      eventually(async () => {
        const found = await desk.get(id)
        if (UNDER_WAY.includes(found.state)) throw new Error(`The import is still ${found.state}.`)
        return found
      }),
    async rows(id, query = '') {
      const answer = await request(app.server).get(`${base}/${id}/rows${query}`).set(bearer).expect(200)
      return { rows: answer.body as ImportRow[], total: Number(answer.headers['x-total-count']) }
    },
    post: (path) => request(app.server).post(`${base}/${path}`).set(bearer),
  }
  return desk
}
