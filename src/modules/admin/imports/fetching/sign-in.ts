import { RemoteFileProblem } from '#platform/remote-file/remote-file-problem'
import type { Seal } from '#platform/security/seal'
import { SourceSecretMissing } from '../errors.ts'
import type { ListSourceRepository } from '../persistence/list-source.repository.ts'
import type { ListSource, SourceSettings } from './list-source.ts'

/**
 * The sealed secret that a source has from now on: the one that was typed, or the former one where it is for the same
 * server and the same sign-in; null without a sign-in.
 * @param before the source as it was; null for a new one
 * @throws SourceSecretMissing
 */
export function sealedSecretOf(
  seal: Seal,
  supplierId: string,
  { settings, secret }: { readonly settings: SourceSettings; readonly secret: string | null },
  before: ListSource | null,
): string | null {
  if (settings.signIn === 'none') return null
  if (secret !== null) return seal.close(secret, sealContext(supplierId))
  const isSame = before?.signIn === settings.signIn && originOf(before.url) === originOf(settings.url)
  // Otherwise anybody who may change the address could have the secret sent to a server of their own.
  if (!isSame || before.sealedSecret === null) throw new SourceSecretMissing(settings.signIn)
  return before.sealedSecret
}

/**
 * The headers by which the shop signs in; none without a sign-in. A secret that is sealed by an old key is sealed anew.
 * @throws RemoteFileProblem when the secret cannot be read any more
 */
export async function signInHeaders(
  { seal, sources }: { readonly seal: Seal; readonly sources: Pick<ListSourceRepository, 'reseal'> },
  { supplierId, signIn, signInName, sealedSecret }: ListSource,
): Promise<Readonly<Record<string, string>>> {
  if (signIn === 'none' || sealedSecret === null) return {}
  const opened = seal.open(sealedSecret, sealContext(supplierId))
  if (opened === null)
    throw new RemoteFileProblem('The password or token for this address cannot be read any more. Enter it again.', {
      mayPass: false,
    })
  if (opened.isOfOldSecret)
    await sources.reseal(supplierId, { before: sealedSecret, after: seal.close(opened.text, sealContext(supplierId)) })
  if (signIn === 'header') return { [signInName.toLowerCase()]: opened.text }
  return { authorization: `Basic ${Buffer.from(`${signInName}:${opened.text}`).toString('base64')}` }
}

/** What the secret of a source is sealed for: moved to the row of another supplier, it cannot be opened. */
function sealContext(supplierId: string): string {
  return `list source ${supplierId}`
}

function originOf(url: string): string {
  return new URL(url).origin
}
