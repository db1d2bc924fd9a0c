/** What an entry of the staff log calls itself, in words: "session.opened" → "Session opened". */
export function actionLabel(action: string): string {
  const words = action.replaceAll(/[.-]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
