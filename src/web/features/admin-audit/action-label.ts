/** Actions whose own name is not what people call them. */
const LABELS: Readonly<Record<string, string>> = {
  'session.opened': 'Signed in',
  'session.refused': 'Sign-in refused',
  'session.blocked': 'Sign-in blocked',
  'session.closed': 'Signed out',
  'session.all-closed': 'Signed everybody out',
}

/** What an entry of the staff log calls itself, in words: "product.price-edited" → "Product price edited". */
export function actionLabel(action: string): string {
  const words = LABELS[action] ?? action.replaceAll(/[.-]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
