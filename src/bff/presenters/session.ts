import type { SessionList } from '#contracts/sessions'
import type { ListedSession } from '#modules/identity'

export function presentSession({ key, device, createdAt, lastSeenAt, isCurrent }: ListedSession): SessionList[number] {
  return {
    id: key,
    device,
    firstSeen: createdAt.toISOString(),
    lastSeen: lastSeenAt.toISOString(),
    isCurrent,
  }
}
