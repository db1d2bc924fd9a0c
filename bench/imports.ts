import { mongo } from 'mongoose'
import { randomBytes } from 'node:crypto'
import { openFolder, syntheticName } from './prepare.ts'
import type { RunningProcess } from './process.ts'
import { p99, type Measurement } from './report.ts'

const ROWS = 50_000
/** A database elsewhere is asked for more than the one that shares its process with the shop. */
const TARGET = { builtIn: 2_000, elsewhere: 5_000 }
const HEADER = 'sku,name,description,category,brand,price,stockQuantity,images,features,specifications'
const CATEGORIES = ['printers', 'photo-printers', 'scanners', 'pos-systems', 'barcode-scanners', 'business-solutions']
const PASSWORD = `bench-${randomBytes(9).toString('hex')}`
/** A visitor looks at the product list so often while the import runs. */
const LOOK_EVERY_MS = 50

interface ImportState {
  readonly id: string
  readonly state: string
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  readonly failed: number
  readonly startedAt: string
  readonly finishedAt: string
}

interface Watched {
  readonly latencies: readonly number[]
  readonly peakMb: number
}

/**
 * A supplier's price list of 50,000 rows: created, then sent again with other prices and stocks. Meanwhile somebody
 * reads the product list. The list's memory includes the 50,000 products themselves, which the built-in database and
 * the search index keep.
 * @param server a MongoDB replica set to measure with instead of the built-in database
 */
export async function benchImports(server?: string): Promise<Measurement[]> {
  const elsewhere = server === undefined ? null : aloneOn(server)
  const folder = await openFolder(elsewhere ?? { ADMIN_PASSWORD: PASSWORD })
  const shop = await folder.start()
  try {
    const least = server === undefined ? TARGET.builtIn : TARGET.elsewhere
    const atLeast = `≥ ${least.toLocaleString('en-US')}/s`
    const bearer = await signIn(shop.url)
    await fetch(`${shop.url}/api/products?limit=24`).then((answer) => answer.arrayBuffer())
    await pause(3_000)
    const idleMb = shop.memoryMb()
    const created = await measure(shop, bearer, 'create', 1)
    const upserted = await measure(shop, bearer, 'upsert', 2)
    const found = await fetch(`${shop.url}/api/products?search=SYN-${ROWS}&limit=1`)
    await found.arrayBuffer()
    const searchable = Number(found.headers.get('x-total-count')) === 1
    const peak = Math.max(created.watched.peakMb, upserted.watched.peakMb) - idleMb
    return [
      {
        what: `import: ${ROWS.toLocaleString('en-US')} rows created (${created.done.created} created)`,
        value: created.perSecond,
        unit: '/s',
        target: atLeast,
        reached: created.perSecond >= least && created.done.created === ROWS,
      },
      {
        what: `import: the same rows with new prices and stocks (${upserted.done.updated} updated)`,
        value: upserted.perSecond,
        unit: '/s',
        target: atLeast,
        reached: upserted.perSecond >= least && upserted.done.updated + upserted.done.unchanged === ROWS,
      },
      listMeasurement('created', created.watched),
      listMeasurement('updated', upserted.watched),
      {
        what: 'import: memory above idle at its peak, products and index included',
        value: peak,
        unit: 'MB',
        target: '≤ 150 MB',
        reached: peak <= 150,
      },
      {
        what: 'import: the last row is found at once',
        value: searchable ? 1 : 0,
        unit: '',
        target: '1',
        reached: searchable,
      },
    ]
  } finally {
    await shop.stop()
    await folder.remove()
    if (elsewhere !== null) await drop(elsewhere.MONGODB_URI)
  }
}

/** A database of the bench's own there, and the secrets without which a shop with a database elsewhere does not start. */
function aloneOn(server: string) {
  const uri = new URL(server)
  uri.pathname = `/bench-${randomBytes(6).toString('hex')}`
  return { MONGODB_URI: uri.href, JWT_SECRET: randomBytes(32).toString('hex'), ADMIN_PASSWORD: PASSWORD }
}

async function drop(uri: string): Promise<void> {
  const client = await mongo.MongoClient.connect(uri)
  await client.db().dropDatabase()
  await client.close()
}

function listMeasurement(what: string, { latencies }: Watched): Measurement {
  const value = p99(latencies)
  return {
    what: `import: p99 of the product list while rows are ${what}`,
    value,
    unit: 'ms',
    target: '< 200 ms',
    reached: value < 200,
  }
}

async function measure(
  shop: RunningProcess,
  bearer: string,
  mode: string,
  edition: number,
): Promise<{ done: ImportState; perSecond: number; watched: Watched }> {
  const form = new FormData()
  form.set('mode', mode)
  form.set('file', new File([priceList(edition)], 'prices.csv', { type: 'text/csv' }))
  const watching = watch(shop)
  const answer = await fetch(`${shop.url}/api/admin/imports`, {
    method: 'POST',
    headers: { authorization: bearer },
    body: form,
  })
  if (answer.status !== 202) throw new Error(`The import answered ${answer.status}: ${await answer.text()}`)
  const { id } = (await answer.json()) as ImportState
  for (;;) {
    await pause(200)
    const done = (await (
      await fetch(`${shop.url}/api/admin/imports/${id}`, { headers: { authorization: bearer } })
    ).json()) as ImportState
    if (['queued', 'running'].includes(done.state)) continue
    const seconds = (Date.parse(done.finishedAt) - Date.parse(done.startedAt)) / 1000
    return { done, perSecond: ROWS / seconds, watched: await watching.stop() }
  }
}

function watch(shop: RunningProcess): { stop(): Promise<Watched> } {
  const latencies: number[] = []
  let peakMb = 0
  const over = new AbortController()
  const looking = (async () => {
    while (!over.signal.aborted) {
      const began = performance.now()
      const answer = await fetch(`${shop.url}/api/products?limit=24&sort=price-low`)
      await answer.arrayBuffer()
      latencies.push(performance.now() - began)
      peakMb = Math.max(peakMb, shop.memoryMb())
      await pause(LOOK_EVERY_MS)
    }
  })()
  return {
    async stop() {
      over.abort()
      await looking
      return { latencies, peakMb }
    },
  }
}

function priceList(edition: number): string {
  const lines = Array.from({ length: ROWS }, (_, index) => {
    const number = index + 1
    const name = syntheticName(number)
    const price = (49 + ((number * 7919 * edition) % 900) + 0.99).toFixed(2)
    return `SYN-${number},${name},"${name} prints, scans and copies, with paper for ${100 + (number % 9) * 50} sheets.",${CATEGORIES[number % 6]},${name.split(' ')[0]},${price},${(number * edition) % 70},/images/a.webp|/images/b.webp,Wi-Fi|Automatic duplex,"Print speed: ${20 + (number % 30)} ppm"`
  })
  return `${HEADER}\n${lines.join('\n')}\n`
}

async function signIn(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/admin/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password: PASSWORD }),
  })
  if (!answer.ok) throw new Error(`The staff gate answered ${answer.status}: ${await answer.text()}`)
  return `Bearer ${((await answer.json()) as { token: string }).token}`
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
