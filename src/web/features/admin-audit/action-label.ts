/** Actions whose own name is not what people call them. */
const LABELS: Readonly<Record<string, string>> = {
  'session.opened': 'Signed in',
  'session.opened-by-passkey': 'Signed in with a passkey',
  'session.refused': 'Sign-in refused',
  'session.blocked': 'Sign-in blocked',
  'session.closed': 'Signed out',
  'session.all-closed': 'Signed everybody out',
  'session.others-closed': 'Signed out everywhere else',
  'staff.invited': 'Invited to the staff',
  'staff.invited-again': 'Invited to the staff again',
  'staff.joined': 'Invitation accepted',
  'staff.signed-out': 'Signed a person out',
  'customer.signed-out': 'Signed a customer out',
}

/** What an entry of the staff log calls itself, in words: "product.price-edited" → "Product price edited". */
export function actionLabel(action: string): string {
  const words = LABELS[action] ?? action.replaceAll(/[.-]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
