import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { MongoClient } from 'mongodb'
import { afterEach, describe, expect, it } from 'vitest'
import { encode } from '../src/bson-bytes.ts'
import { explain, tryWriting } from '../src/data-folder.ts'
import { Disk } from '../src/disk.ts'
import { DocumentFile } from '../src/document-file.ts'
import { canMount, mountSmallDisk, type SmallDisk } from './disk.fixture.ts'
import { distEntry, ensureBuilt, eventually, start, temporaryFolder } from './fixture.ts'

const cleanUps: (() => unknown)[] = []

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp()
})

function smallDisk(): SmallDisk & { readonly dataDir: string } {
  const disk = mountSmallDisk()
  cleanUps.push(() => disk.remove())
  return { ...disk, dataDir: join(disk.path, 'data') }
}

interface Row {
  readonly _id: number
  readonly text?: string
}

/** Starts the database on a folder; orders each take one piece from the stock. */
async function openShop(dataDir: string) {
  const server = await start({ dataDir })
  const client = await MongoClient.connect(server.uri)
  let isOpen = true
  const close = async (): Promise<void> => {
    if (!isOpen) return
    isOpen = false
    await client.close()
    await server.stop()
  }
  cleanUps.push(close)
  const orders = client.db().collection<Row>('orders')
  const stock = client.db().collection<{ _id: number; sold: number }>('stock')
  return {
    orders,
    stock,
    close,
    order: (id: number) =>
      client.withSession((session) =>
        session.withTransaction(async () => {
          await orders.insertOne({ _id: id, text: 'x'.repeat(2000) }, { session })
          await stock.updateOne({ _id: 1 }, { $inc: { sold: 1 } }, { session, upsert: true })
        }),
      ),
  }
}

type OpenShop = Awaited<ReturnType<typeof openShop>>

/** Orders with several customers at once until each of them is refused. Returns the acknowledged ids and the errors. */
async function orderUntilRefused(shop: OpenShop, customers = 5): Promise<{ ids: number[]; errors: unknown[] }> {
  const ids: number[] = []
  const errors: unknown[] = []
  let next = 1
  const customer = async (): Promise<void> => {
    for (;;) {
      const id = next++
      try {
        await shop.order(id)
      } catch (error) {
        errors.push(error)
        return
      }
      ids.push(id)
    }
  }
  await Promise.all(Array.from({ length: customers }, customer))
  return { ids, errors }
}

async function expectExactly(shop: OpenShop, ids: readonly number[]): Promise<void> {
  const stored = (await shop.orders.find({}, { projection: { _id: 1 } }).toArray()).map(({ _id }) => _id)
  expect(stored.toSorted((a, b) => a - b)).toEqual(ids.toSorted((a, b) => a - b))
  expect((await shop.stock.findOne({ _id: 1 }))?.sold).toBe(ids.length)
}

describe.skipIf(!canMount)('a disk that becomes full', () => {
  it('refuses changes in words, answers reads, loses nothing acknowledged, and goes on when there is room', async () => {
    const { dataDir, path } = smallDisk()
    const ballast = join(path, 'ballast')
    writeFileSync(ballast, Buffer.alloc(3 * 1024 * 1024))
    const shop = await openShop(dataDir)
    const { ids, errors } = await orderUntilRefused(shop)
    expect(ids.length).toBeGreaterThan(100)
    for (const error of errors)
      expect(error).toMatchObject({ code: 14031, message: expect.stringContaining(`${dataDir} is full: make room`) })
    await expectExactly(shop, ids)
    await expect(shop.order(1_000_000)).rejects.toMatchObject({ code: 14031 })
    await expect(shop.orders.deleteMany({})).rejects.toMatchObject({ code: 14031 })
    await expectExactly(shop, ids)

    rmSync(ballast)
    await eventually(() =>
      shop.order(2_000_000).then(
        () => true,
        () => false,
      ),
    )
    await expectExactly(shop, [...ids, 2_000_000])
    await shop.close()
    await expectExactly(await openShop(dataDir), [...ids, 2_000_000])
  })

  it('is tried again only with room for a commit, of which a file of 1 MB may say nothing', async () => {
    const { dataDir, path } = smallDisk()
    const ballast = join(path, 'ballast')
    const disk = new Disk(dataDir, { durability: 'process-crash-safe', mappedBytes: Infinity })
    cleanUps.push(() => disk.close())
    disk.open()
    disk.writeCollection(1, { name: 'orders' })
    await disk.durable()
    expect(() => writeFileSync(ballast, Buffer.alloc(16 * 1024 * 1024))).toThrow('ENOSPC')
    const fillUp = async (): Promise<void> => {
      for (let i = 0; ; i += 1) {
        disk.write(1, i, Buffer.alloc(2000))
        await disk.durable()
      }
    }
    await expect(fillUp()).rejects.toMatchObject({ code: 14031 })
    const refusing = disk.successor('full')
    truncateSync(ballast, statSync(ballast).size - 1024 * 1024)
    expect(() => tryWriting(dataDir)).not.toThrow()
    expect(() => refusing.tryWriting()).toThrow('ENOSPC')
    rmSync(ballast)
    refusing.tryWriting()
    await refusing.allowWrites()
    refusing.write(1, 1_000_000, Buffer.alloc(2000))
    await refusing.durable()
  })

  it('keeps what it has through a restart that comes when there is room again', async () => {
    const { dataDir, path } = smallDisk()
    const ballast = join(path, 'ballast')
    writeFileSync(ballast, Buffer.alloc(3 * 1024 * 1024))
    const shop = await openShop(dataDir)
    const { ids } = await orderUntilRefused(shop)
    await shop.close()
    rmSync(ballast)
    const again = await openShop(dataDir)
    await expectExactly(again, ids)
    await again.order(3_000_000)
  })

  it('is named by a start, which leaves the folder as it is', async () => {
    const { dataDir, path } = smallDisk()
    const shop = await openShop(dataDir)
    await shop.order(1)
    await shop.close()
    const ballast = join(path, 'ballast')
    try {
      writeFileSync(ballast, Buffer.alloc(16 * 1024 * 1024))
    } catch {
      // It takes all that was left.
    }
    await expect(start({ dataDir })).rejects.toMatchObject({
      name: 'DataFolderError',
      message: `The disk of the data folder ${dataDir} is full: make room on it.`,
    })
    rmSync(ballast)
    await expectExactly(await openShop(dataDir), [1])
  })

  it('is named by the first start of all', async () => {
    const { dataDir, path } = smallDisk()
    mkdirSync(join(dataDir, 'documents'), { recursive: true })
    try {
      writeFileSync(join(path, 'ballast'), Buffer.alloc(16 * 1024 * 1024))
    } catch {
      // It takes all that was left.
    }
    await expect(start({ dataDir })).rejects.toThrow(`The disk of the data folder ${dataDir} is full`)
  })
})

describe.skipIf(!canMount)('a read-only disk', () => {
  it('is named by a start with what to do, and is as it was when it can be written again', async () => {
    const disk = smallDisk()
    const shop = await openShop(disk.dataDir)
    await shop.order(1)
    await shop.close()
    disk.remount('ro')
    await expect(start({ dataDir: disk.dataDir })).rejects.toMatchObject({
      name: 'DataFolderError',
      message: `The data folder ${disk.dataDir} is on a read-only file system: mount it for writing.`,
    })
    disk.remount('rw')
    await expectExactly(await openShop(disk.dataDir), [1])
  })
})

describe('the room that is made for a commit', () => {
  // With its key one takes a little more than a fifth or a third of a page, less than half of one, or more than a whole one.
  it.each([
    [0, 1],
    [760, -1],
    [1330, 1],
    [1330, -1],
    [1950, 1],
    [4060, 1],
  ])('is enough for documents with a text of %i bytes, in order %i', async (length, order) => {
    const dataDir = temporaryFolder()
    cleanUps.push(() => rmSync(dataDir, { recursive: true }))
    const file = new DocumentFile(dataDir, { durability: 'process-crash-safe', mappedBytes: Infinity })
    file.open()
    const sizeOfFile = () => statSync(join(dataDir, 'documents', 'data.mdb')).size
    const changes = Array.from({ length: 10_000 }, (_, i) => ({
      key: ['d', 1, order * i + 10_000],
      bytes: encode({ _id: i, text: 'x'.repeat(length) }),
    }))
    await file.commit(changes.slice(0, 1))
    file.ensureRoom(changes)
    const made = sizeOfFile()
    await file.commit(changes)
    expect(sizeOfFile()).toBe(made)
    const changed = changes.filter((_, i) => i % 4 === 0)
    file.ensureRoom(changed)
    const madeAgain = sizeOfFile()
    await file.commit(changed)
    expect(sizeOfFile(), 'also where they take the place of others').toBe(madeAgain)
    await file.close()
  })
})

describe('a folder that cannot be used', () => {
  it('is named with what to do when it is a file', async () => {
    const dataDir = join(temporaryFolder(), 'data')
    writeFileSync(dataDir, 'not a folder')
    await expect(start({ dataDir })).rejects.toMatchObject({
      name: 'DataFolderError',
      message: `The data folder ${dataDir} is not a folder: choose another path.`,
    })
  })

  // Where the system makes no folder, it says that the one above is missing, which Node would look for forever.
  it.runIf(process.platform === 'linux')('is named with what to do where the system makes none', async () => {
    await expect(start({ dataDir: '/proc/superprinter/data' })).rejects.toMatchObject({
      name: 'DataFolderError',
      message: 'The data folder /proc/superprinter/data is missing and cannot be made: choose another path.',
    })
  })

  it('is made with all that is missing above it', async () => {
    const dataDir = join(temporaryFolder(), 'shops', 'first', 'data')
    await start({ dataDir })
    expect(existsSync(join(dataDir, 'documents'))).toBe(true)
  })

  it('is named with what to do when it belongs to somebody else', async () => {
    ensureBuilt()
    const dataDir = join(temporaryFolder(), 'data')
    mkdirSync(dataDir, { mode: 0o700 })
    const isRoot = process.getuid?.() === 0
    if (!isRoot) chmodSync(dataDir, 0)
    const program = `
      import { startEmbeddedMongo } from ${JSON.stringify(pathToFileURL(distEntry).href)}
      process.setuid?.(${isRoot ? 65534 : (process.getuid?.() ?? 0)})
      await startEmbeddedMongo({ dataDir: ${JSON.stringify(dataDir)} }).catch((error) => console.log(error.message))`
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    expect(await text(child.stdout)).toMatch(
      /^The data folder .* (may not be read and written|belongs to another user)/,
    )
    expect(existsSync(join(dataDir, 'documents'))).toBe(false)
  })

  it.each([
    ['ENOSPC', /is full: make room/],
    ['EDQUOT', /used up: make room/],
    ['EROFS', /read-only file system: mount it/],
    ['EACCES', /make this user its owner/],
    ['EMFILE', /Too many files are open .*ulimit -n/],
    ['EFBIG', /may not grow: lift the limit of file sizes \(ulimit -f unlimited\)/],
    ['ENOMEM', /so much address space: lift the limit \(ulimit -v unlimited\)/],
    ['EIO', /reports errors: check it/],
    ['ENAMETOOLONG', /too long: choose a shorter one/],
    ['ELOOP', /cannot be used \(some words\)/],
  ])('is explained for %s in one sentence that names it', (code, sentence) => {
    const { message } = explain(Object.assign(new Error('some words'), { code }), '/srv/data')
    expect(message).toMatch(sentence)
    expect(message).toContain('/srv/data')
    expect(message.split('\n')).toHaveLength(1)
  })
})
