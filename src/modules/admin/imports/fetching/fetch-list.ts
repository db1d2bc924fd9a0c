import { createHash, type Hash } from 'node:crypto'
import type { Clock } from '#platform/time/clock'
import type { Database } from '#platform/database/database'
import type { EventBus } from '#platform/events/event-bus'
import type { FetchRemoteFile, RemoteFile } from '#platform/remote-file/fetch-remote-file'
import type { Seal } from '#platform/security/seal'
import { THE_SHOP } from '../../audit/audit.api.ts'
import { MAX_BYTES, type ProductImport } from '../import.ts'
import type { Imports } from '../imports.api.ts'
import type { ImportRepository } from '../persistence/import.repository.ts'
import type { SupplierRepository } from '../persistence/supplier.repository.ts'
import type { Supplier } from '../supplier.ts'
import type { ReadLikeBefore } from '../use-cases/read-like-before.ts'
import { differenceFrom } from './known-list.ts'
import { endFetch } from './end-fetch.ts'
import { problemOf } from './fetch-problem.ts'
import type { ListFetchRepository } from '../persistence/list-fetch.repository.ts'
import type { ListSourceRepository } from '../persistence/list-source.repository.ts'
import { findStandingFile, rulesOf } from './last-file.ts'
import { MAX_TRIES, type ListFetch, type ListSource } from './list-source.ts'
import { listFileOf } from './list-file.ts'
import { signInHeaders } from './sign-in.ts'

export type FetchList = (job: { readonly fetchId: string }, signal: AbortSignal) => Promise<void>

/** The fetch is tried again after a pause. */
class TriedAgain extends Error {
  override readonly name = 'TriedAgain'
}

/**
 * Fetches a supplier's list and begins its import: with the columns of the list before it is read to its end, and
 * `importFetchedListWhenItWasRead` goes on; otherwise it waits for a person. What is known of the file is stored
 * together with its import, so that a process that takes over begins no second one and leaves nothing out.
 */
export function createFetchList(deps: {
  readonly database: Database
  readonly clock: Clock
  readonly events: EventBus
  readonly fetchRemoteFile: FetchRemoteFile
  readonly seal: Seal
  readonly suppliers: Pick<SupplierRepository, 'find'>
  readonly sources: Pick<ListSourceRepository, 'find' | 'remember' | 'reseal'>
  readonly fetches: ListFetchRepository
  readonly imports: Pick<ImportRepository, 'find'>
  readonly api: Pick<Imports, 'storeFile' | 'deleteFile' | 'begin'>
  readonly readLikeBefore: ReadLikeBefore
}): FetchList {
  const { clock, fetchRemoteFile, suppliers, sources, fetches, imports, api, readLikeBefore } = deps

  return async function fetchList({ fetchId }, signal) {
    const fetch = await begin(fetchId)
    if (fetch === null) return
    const [supplier, source] = await Promise.all([suppliers.find(fetch.supplierId), sources.find(fetch.supplierId)])
    if (supplier === null || source === null) return
    try {
      await run(fetch, supplier, source, signal)
    } catch (error) {
      if (signal.aborted) throw error
      const problem = problemOf(error)
      if (problem.mayPass && fetch.tries < MAX_TRIES) {
        await fetches.move(null, fetch.id, ['under-way'], { problem: problem.message })
        throw new TriedAgain(problem.message, { cause: error })
      }
      await endFetch(deps, fetch, { state: 'failed', problem: problem.message })
    }
  }

  /** Null when the fetch is over, or its import has begun: that goes on by itself. */
  async function begin(fetchId: string): Promise<ListFetch | null> {
    const found = await fetches.find(fetchId)
    if (found === null || found.state !== 'under-way') return null
    if (found.importId !== null && (await imports.find(found.importId)) !== null) return null
    if (found.tries >= MAX_TRIES) {
      // Its process ended at each try.
      await endFetch(deps, found, { state: 'failed', problem: 'Something went wrong on our side.' })
      return null
    }
    return fetches.move(null, fetchId, ['under-way'], { tries: found.tries + 1, importId: null })
  }

  async function run(fetch: ListFetch, supplier: Supplier, source: ListSource, signal: AbortSignal): Promise<void> {
    const before = await findStandingFile(source.seen, supplier, { imports, clock })
    const remote = await fetchRemoteFile({
      url: source.url,
      credentials: await signInHeaders(deps, source),
      etag: before?.seen.etag ?? null,
      lastModified: before?.seen.lastModified ?? null,
      maxBytes: MAX_BYTES,
      signal,
    })
    if (remote === null) return endAsBefore(fetch, before?.import ?? null)
    const { stored, checksum } = await store(remote)
    if (checksum === before?.seen.checksum) {
      await api.deleteFile(stored)
      return endAsBefore(fetch, before.import)
    }
    const file = await readLikeBefore(stored, supplier.reading)
    const difference = differenceFrom(supplier.reading, file.found)
    const { fileName, sizeBytes, fileId: importId } = file
    const request = {
      mode: supplier.reading?.mode ?? 'upsert',
      blank: supplier.reading?.blank ?? 'keep',
      until: difference === null ? 'preview' : 'columns',
      supplierId: supplier.id,
    } as const
    const by = fetch.by === null ? THE_SHOP : { person: fetch.by, address: THE_SHOP.address }
    const { etag, lastModified } = remote
    await api.begin(file, request, by, async (tx) => {
      // The end of the import finds the fetch by it.
      await fetches.move(tx, fetch.id, ['under-way'], { fileName, sizeBytes, importId, problem: null })
      await sources.remember(tx, source, { importId, etag, lastModified, checksum, rules: rulesOf(supplier) })
      if (difference !== null) await endFetch(deps, fetch, { state: 'waits', problem: difference }, tx)
    })
  }

  /** Stores the file, and its checksum. @throws AppError when it is no price list @throws RemoteFileProblem */
  async function store(remote: RemoteFile) {
    const { bytes, ...file } = await listFileOf(remote)
    const hash = createHash('sha256')
    const stored = await api.storeFile({ ...file, bytes: hashed(bytes, hash) })
    return { stored, checksum: hash.digest('base64url') }
  }

  async function endAsBefore(fetch: ListFetch, former: ProductImport | null): Promise<void> {
    const waits = former !== null && (former.state === 'mapping' || former.state === 'previewed')
    const problem = `The same file as before${waits ? ', which still waits for you' : ': nothing to import'}.`
    await endFetch(deps, fetch, { state: 'unchanged', problem, ...(waits ? { importId: former.id } : {}) })
  }
}

/** The same bytes, which the hash gets on the way. */
async function* hashed(bytes: AsyncIterable<Buffer>, hash: Hash): AsyncIterable<Buffer> {
  for await (const part of bytes) {
    hash.update(part)
    yield part
  }
}
