import { useCallback, useEffect, useState } from 'react'
import { useSWRConfig } from 'swr'
import type { Import } from '#contracts/imports'
import { useLateSearchParams } from '../../lib/late-navigation.ts'
import { readEvery } from '../../lib/read-every.ts'
import { SHARED_WITH_OTHERS, useRead, type ReadResult } from '../../lib/use-read.ts'
import { importPath, IMPORTS_PATH } from './import-calls.ts'
import { isUnderWay } from './progress.ts'

/** Without a stream, and in case it is silent, in ms. */
const POLL_MS = 1500
const POLL_BESIDE_STREAM_MS = 6000

/**
 * An import as the server has it: read when it is opened, so that a reload or a restart loses nothing, and updated
 * by server-sent events while it is running, or by polling where no stream is available.
 */
export function useImport(id: string | null): Pick<ReadResult<Import>, 'data' | 'error' | 'retry'> {
  const [isLive, setLive] = useState(false)
  const { data, error, retry, update } = useRead(id === null ? null : importPath(id), {
    ...SHARED_WITH_OTHERS,
    dedupingInterval: 500,
    ...readEvery((latest) =>
      latest === undefined || latest === null || !isUnderWay(latest) ? 0 : isLive ? POLL_BESIDE_STREAM_MS : POLL_MS,
    ),
  })
  const isRunning = data !== undefined && isUnderWay(data)

  useEffect(() => {
    if (id === null || !isRunning) return
    const stream = new EventSource(`${importPath(id)}/stream`)
    const receive = (event: MessageEvent<string>) => {
      setLive(true)
      const next = readImport(event.data)
      if (next !== null && next.id === id) update(() => next)
    }
    for (const name of ['message', 'import']) stream.addEventListener(name, receive)
    stream.addEventListener('error', () => setLive(false))
    return () => {
      stream.close()
      setLive(false)
    }
  }, [id, isRunning, update])

  return { data, error, retry }
}

function readImport(text: string): Import | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && 'id' in value && 'state' in value ? (value as Import) : null
  } catch {
    return null
  }
}

/** Puts an import's newest state into the cache. */
export function useUpdateImport(): (next: Import) => Promise<void> {
  const { mutate } = useSWRConfig()
  return useCallback(
    async (next) => {
      await mutate(importPath(next.id), next, { revalidate: false })
      // The history may be open too. Nothing waits for its update.
      void mutate((key) => typeof key === 'string' && key.startsWith(`${IMPORTS_PATH}?`))
    },
    [mutate],
  )
}

/** Which import is open: part of the address (?import=…), so that it can be shared and survives a reload. */
export function useOpenImport(): readonly [id: string | null, open: (id: string | null) => void] {
  const [parameters, changeParameters] = useLateSearchParams()
  const open = useCallback(
    (id: string | null) => {
      changeParameters(
        (query) => {
          if (id === null) query.delete('import')
          else query.set('import', id)
        },
        { replace: id === null, preventScrollReset: true },
      )
    },
    [changeParameters],
  )
  return [parameters.get('import') || null, open]
}
