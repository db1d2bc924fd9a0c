import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import type { OwnAccess } from '#contracts/staff'
import { formatShopTime } from '../../lib/format-shop-time.ts'
import { hasPasskeys } from '../../lib/passkeys.ts'
import { Button } from '../../ui/button.tsx'
import { AddPasskeyDialog } from './add-passkey-dialog.tsx'
import { RenamePasskeyDialog } from './rename-passkey-dialog.tsx'
import { RemovePasskeyDialog } from './remove-passkey-dialog.tsx'

type Passkey = NonNullable<OwnAccess['passkeys']>[number]

/** The person's passkeys, with a way to add and to remove one. */
export function OwnPasskeys({
  email,
  passkeys,
  onChanged,
}: {
  readonly email: string
  readonly passkeys: readonly Passkey[]
  readonly onChanged: () => Promise<void>
}) {
  const [isAdding, setAdding] = useState(false)
  const [renamed, setRenamed] = useState<Passkey | null>(null)
  const [removed, setRemoved] = useState<Passkey | null>(null)
  const isOffered = hasPasskeys()
  return (
    <section aria-labelledby="own-passkeys" className="sheet grid gap-3 p-5">
      <h2 id="own-passkeys" className="text-xl">
        Passkeys
      </h2>
      <p className="text-sm text-soft">
        {isOffered
          ? 'Sign in by fingerprint, face or PIN of a device in place of email, password and code. A passkey works on this shop alone, so a forged page gets nothing.'
          : 'Browsers have passkeys where the shop is opened by https and its own address. This one has not.'}
      </p>
      {passkeys.length > 0 && (
        <ul className="divide-y divide-line">
          {passkeys.map((passkey) => (
            <li key={passkey.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
              <KeyRound aria-hidden="true" className="size-5 shrink-0 text-soft" />
              <div className="min-w-0 flex-1 basis-52">
                <h3 className="text-base font-semibold wrap-anywhere">{passkey.name}</h3>
                <p className="text-sm text-soft">
                  Added {formatShopTime(passkey.addedAt)},{' '}
                  {passkey.lastUsedAt === null ? 'not used yet' : `last used ${formatShopTime(passkey.lastUsedAt)}`}
                </p>
              </div>
              <Button
                variant="ghost"
                size="small"
                aria-label={`Rename the passkey ${passkey.name}`}
                onClick={() => setRenamed(passkey)}
              >
                Rename
              </Button>
              <Button
                variant="quiet"
                size="small"
                aria-label={`Remove the passkey ${passkey.name}`}
                onClick={() => setRemoved(passkey)}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      {isOffered && (
        <Button variant="quiet" size="small" onClick={() => setAdding(true)} className="justify-self-start">
          Add a passkey
        </Button>
      )}
      {isAdding && <AddPasskeyDialog email={email} onClose={() => setAdding(false)} onChanged={onChanged} />}
      {renamed !== null && (
        <RenamePasskeyDialog passkey={renamed} onClose={() => setRenamed(null)} onChanged={onChanged} />
      )}
      {removed !== null && (
        <RemovePasskeyDialog
          passkey={removed}
          isLast={passkeys.length === 1}
          onClose={() => setRemoved(null)}
          onChanged={onChanged}
        />
      )}
    </section>
  )
}
