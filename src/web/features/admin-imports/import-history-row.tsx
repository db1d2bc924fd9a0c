import { ArrowDownToLine } from 'lucide-react'
import type { Import } from '#contracts/imports'
import { formatShopTime } from '../../lib/format-shop-time.ts'
import { useMay } from '../../lib/staff-person.ts'
import { Badge, type BadgeTone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Cell, Row, RowHead } from '../../ui/data-table.tsx'
import { DownloadLink } from '../../ui/download-link.tsx'
import { storedFilePath } from './import-calls.ts'
import { formatBytes } from './import-file.ts'
import { isUnderWay, shareOf } from './progress.ts'
import { breakdown, canUndo, isKept } from './result-texts.ts'

interface ImportHistoryRowProps {
  readonly item: Import
  readonly onOpen: (id: string) => void
  readonly onUndo: (item: Import) => void
}

/** An import of the history: its file, what became of it, and what can be done with it. */
export function ImportHistoryRow({ item, onOpen, onUndo }: ImportHistoryRowProps) {
  const mayUndo = useMay('imports.write')
  return (
    <Row className="max-lg:grid max-lg:grid-cols-[1fr_auto] max-lg:items-center">
      <RowHead className="lg:min-w-44 lg:max-w-80">
        <FileName item={item} />
        <span className="block text-soft">
          {formatBytes(item.sizeBytes)}, {item.mode === 'create' ? 'only new products' : 'add and update'}
        </span>
      </RowHead>
      <Cell className="max-lg:text-right">
        <StateBadge item={item} />
      </Cell>
      <Cell className="max-lg:col-span-2 lg:min-w-44">
        <span className="font-semibold">{(item.rowsTotal ?? item.rowsRead).toLocaleString('en-US')}</span>
        {breakdown(item) !== '' && <span className="text-soft"> · {breakdown(item)}</span>}
        {item.failed > 0 && (
          <span className="font-semibold text-magenta"> · {item.failed.toLocaleString('en-US')} failed</span>
        )}
      </Cell>
      <Cell className="text-soft lg:min-w-40">{formatShopTime(item.createdAt)}</Cell>
      <Cell>
        <div className="flex justify-end gap-1">
          {mayUndo && canUndo(item) && (
            <Button variant="ghost" size="small" aria-label={`Undo ${item.fileName}`} onClick={() => onUndo(item)}>
              Undo
            </Button>
          )}
          <Button variant="quiet" size="small" aria-label={`Open ${item.fileName}`} onClick={() => onOpen(item.id)}>
            Open
          </Button>
        </div>
      </Cell>
    </Row>
  )
}

/** A link to the file as long as it is kept. */
function FileName({ item }: { readonly item: Import }) {
  if (!isKept(item)) return <span className="font-semibold [overflow-wrap:anywhere]">{item.fileName}</span>
  return (
    <DownloadLink
      href={storedFilePath(item.id)}
      icon={<ArrowDownToLine aria-hidden="true" className="size-3.5 shrink-0 translate-y-0.5" />}
      className="text-link tap-room inline-flex items-baseline gap-1.5 font-semibold [overflow-wrap:anywhere]"
    >
      {item.fileName}
    </DownloadLink>
  )
}

const STATES: Readonly<Record<Import['state'], readonly [text: string, tone: BadgeTone]>> = {
  mapping: ['Columns to check', 'mark'],
  previewing: ['Reading', 'act'],
  previewed: ['Preview', 'mark'],
  queued: ['Waiting', 'act'],
  running: ['Running', 'act'],
  finished: ['Finished', 'good'],
  cancelled: ['Cancelled', 'plain'],
  failed: ['Stopped', 'sell'],
  undoing: ['Undoing', 'act'],
  undone: ['Undone', 'plain'],
}

function StateBadge({ item }: { readonly item: Import }) {
  const [text, tone] = STATES[item.state]
  const share = isUnderWay(item) ? shareOf(item) : null
  return (
    <Badge tone={tone} className="whitespace-nowrap">
      {text}
      {share !== null && ` ${Math.floor(share * 100)} %`}
    </Badge>
  )
}
