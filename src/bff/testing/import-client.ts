import request from 'supertest'
import type { Import, ImportRow } from '#contracts/imports'
import { eventually } from '../../testing/eventually.ts'
import type { RunningShop } from '../../testing/start-shop.ts'

export interface ImportClient {
  /** Uploads a file and returns the response. */
  send(csv: string | Buffer, fields?: Readonly<Record<string, string>>, fileName?: string): request.Test
  /** Uploads a file that must be accepted and waits until its job is done. */
  run(csv: string | Buffer, fields?: Readonly<Record<string, string>>): Promise<Import>
  get(id: string): Promise<Import>
  /** Waits until no job of the import is running. */
  settled(id: string): Promise<Import>
  rows(id: string, query?: string): Promise<{ readonly rows: ImportRow[]; readonly total: number }>
  post(path: string): request.Test
}

const RUNNING_STATES: readonly string[] = ['previewing', 'queued', 'running', 'undoing']

/** The import calls as a member of staff makes them. */
export function importClient({ app }: RunningShop, bearer: { readonly Authorization: string }): ImportClient {
  const base = '/api/admin/imports'

  const client: ImportClient = {
    send(csv, fields = {}, fileName = 'prices.csv') {
      let sent = request(app.server).post(base).set(bearer)
      for (const [name, value] of Object.entries(fields)) sent = sent.field(name, value)
      return sent.attach('file', Buffer.from(csv as string), { filename: fileName, contentType: 'text/csv' })
    },
    async run(csv, fields) {
      const answer = await client.send(csv, fields)
      if (answer.status !== 202)
        throw new Error(`The file was refused: ${answer.status} ${JSON.stringify(answer.body)}`)
      return client.settled(String(answer.body.id))
    },
    async get(id) {
      return (await request(app.server).get(`${base}/${id}`).set(bearer).expect(200)).body as Import
    },
    settled: (id) =>
      eventually(async () => {
        const item = await client.get(id)
        if (RUNNING_STATES.includes(item.state)) throw new Error(`The import is still ${item.state}.`)
        return item
      }),
    async rows(id, query = '') {
      const answer = await request(app.server).get(`${base}/${id}/rows${query}`).set(bearer).expect(200)
      return { rows: answer.body as ImportRow[], total: Number(answer.headers['x-total-count']) }
    },
    post: (path) => request(app.server).post(`${base}/${path}`).set(bearer),
  }
  return client
}
