import { startEmbeddedMongo } from '@superprinter/embedded-mongo'
import { mongo } from 'mongoose'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProcess, type RunningProcess } from './process.ts'

const BRANDS = [
  'Alder',
  'Birch',
  'Cedar',
  'Douglas',
  'Elm',
  'Fir',
  'Gingko',
  'Hazel',
  'Ivy',
  'Juniper',
  'Larch',
  'Maple',
]
const SERIES = [
  'LaserWriter',
  'InkStream',
  'PhotoCraft',
  'ScanDesk',
  'LabelPoint',
  'TillMate',
  'DocuFeed',
  'ColorPress',
]
const CATEGORIES = ['printers', 'photo-printers', 'scanners', 'pos-systems', 'barcode-scanners', 'business-solutions']

export interface BenchFolder {
  readonly dataDir: string
  /** Changes the stored data while no shop runs on it. */
  change(work: (client: mongo.MongoClient, databaseName: string) => Promise<void>): Promise<void>
  /** Runs the built shop on it. */
  start(): Promise<RunningProcess>
  remove(): Promise<void>
}

/** A data folder of the bench's own. */
export async function openFolder(env: Readonly<Record<string, string>> = {}): Promise<BenchFolder> {
  const dataDir = await mkdtemp(join(tmpdir(), 'superprinter-bench-'))
  return {
    dataDir,
    async change(work) {
      const server = await startEmbeddedMongo({ dataDir: join(dataDir, 'database') })
      const client = await mongo.MongoClient.connect(server.uri)
      await work(client, new URL(server.uri).pathname.slice(1))
      await client.close()
      await server.stop()
    },
    start: () =>
      startProcess(
        'dist/server/main.js',
        {
          DATA_DIR: dataDir,
          MONGODB_URI: '',
          REDIS_URL: '',
          LOG_LEVEL: 'info',
          RATE_LIMIT_REQUESTS: '1000000',
          ...env,
        },
        '/api/health/ready',
      ),
    remove: () => rm(dataDir, { recursive: true, force: true }),
  }
}

/** The name of synthetic product `number`: a brand, a series and a model number that a person might half remember. */
export function syntheticName(number: number): string {
  return `${BRANDS[number % BRANDS.length]} ${SERIES[number % SERIES.length]} ${1000 + (number % 9000)}${String.fromCharCode(97 + (number % 26))}${Math.floor(number / 9000)}`
}

/** Fills the catalog with `count` products that differ like a supplier's price list. */
export async function fillWithSynthetic(client: mongo.MongoClient, databaseName: string, count: number): Promise<void> {
  const products = client.db(databaseName).collection<mongo.BSON.Document & { _id: number }>('products')
  const now = new Date()
  for (let first = 1; first <= count; first += 2_000) {
    await products.insertMany(
      Array.from({ length: Math.min(2_000, count - first + 1) }, (_, offset) => {
        const number = first + offset
        const name = syntheticName(number)
        return {
          _id: number,
          sku: `SYN-${number}`,
          slug: name.toLowerCase().replaceAll(' ', '-'),
          name,
          description: `${name} prints, scans and copies for a team of ${2 + (number % 40)} people, with paper for ${100 + (number % 9) * 50} sheets.`,
          brand: BRANDS[number % BRANDS.length],
          category: CATEGORIES[number % CATEGORIES.length],
          priceCents: 4_900 + ((number * 7919) % 90_000),
          originalPriceCents: null,
          image: 'hp-laserjet-pro-m404dn-front.svg',
          images: [],
          tags: [],
          inStock: number % 11 !== 0,
          stockQuantity: number % 11 === 0 ? 0 : 20 + (number % 50),
          isFeatured: number % 50 === 0,
          isBusinessProduct: number % 6 === 0,
          rating: 0,
          reviewCount: 0,
          specificationsText: null,
          specifications: [{ name: 'Print speed', value: `${20 + (number % 30)} ppm` }],
          features: ['Wi-Fi', 'Automatic duplex'],
          createdAt: now,
          updatedAt: now,
        }
      }),
    )
  }
  await client
    .db(databaseName)
    .collection<mongo.BSON.Document & { _id: string }>('counters')
    .updateOne({ _id: 'products' }, { $set: { value: count } }, { upsert: true })
}
